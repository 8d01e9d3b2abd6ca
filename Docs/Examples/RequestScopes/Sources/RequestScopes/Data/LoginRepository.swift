import Foundation
import GRDB

/// The logins, as the request's transaction sees them.
protocol LoginRepository: Sendable {
    /// Adds a login, and forgets those that nobody can ask for any more.
    func add(_ login: LoginRecord, now: Date) async throws
    /// Exchanges a refresh token, which is good for one exchange, for a new pair.
    func renew(_ refreshToken: String, now: Date) async throws -> Session
    /// Removes the login of an access token, which may have expired.
    func remove(accessToken: String) async throws -> LoginRecord?
}

/// The logins in the database.
struct DatabaseLoginRepository: LoginRepository {
    private let transaction: Transaction

    init(transaction: Transaction) {
        self.transaction = transaction
    }

    func add(_ login: LoginRecord, now: Date) async throws {
        try await transaction.write { db in
            // For as long again as it was good, an expired login is told that it has expired, and not that it is unknown.
            let forgotten = now.addingTimeInterval(-Session.refreshLifetime)
            try LoginRecord.filter { $0.refreshExpires < forgotten }.deleteAll(db)
            try login.insert(db)
        }
    }

    func renew(_ refreshToken: String, now: Date) async throws -> Session {
        try await transaction.write { db in
            guard let login = try LoginRecord.find(refreshToken: refreshToken, in: db) else { throw Refusal.tokenUnknown }
            guard login.refreshExpires > now else { throw Refusal.sessionExpired }
            let renewed = Session(id: login.id, account: login.account, now: now)
            try LoginRecord(renewed).update(db)
            return renewed
        }
    }

    func remove(accessToken: String) async throws -> LoginRecord? {
        try await transaction.write { db in
            let login = try LoginRecord.find(accessToken: accessToken, in: db)
            try login?.delete(db)
            return login
        }
    }
}
