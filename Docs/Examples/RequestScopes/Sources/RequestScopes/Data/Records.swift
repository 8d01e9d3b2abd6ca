import Foundation
import GRDB

/// What the database keeps about someone.
struct AccountRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "account"

    let name: String
    let provider: String?
    let joined: Date
    /// The hash of the password, or of the provider's ticket.
    let secretHash: String

    var account: Account { Account(name: name, provider: provider, joined: joined) }
}

/// What the database keeps about a login.
///
/// Refreshing changes its tokens; the id stays, and names the session's scope.
struct LoginRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "login"

    let id: String
    let account: String
    var accessToken: String
    var accessExpires: Date
    var refreshToken: String
    var refreshExpires: Date

    /// How long an access token opens anything: a quarter of an hour.
    static let accessLifetime: TimeInterval = 15 * 60
    /// How long a login can be refreshed: 30 days.
    static let refreshLifetime: TimeInterval = 30 * 24 * 60 * 60

    init(id: String, account: String, now: Date) {
        self.id = id
        self.account = account
        accessToken = Secret.random()
        accessExpires = now.addingTimeInterval(Self.accessLifetime)
        refreshToken = Secret.random()
        refreshExpires = now.addingTimeInterval(Self.refreshLifetime)
    }

    /// The same login with new tokens.
    func renewed(now: Date) -> LoginRecord { LoginRecord(id: id, account: account, now: now) }

    var session: Session {
        Session(
            id: id, account: account, accessToken: accessToken, accessExpires: accessExpires, refreshToken: refreshToken,
            refreshExpires: refreshExpires)
    }

    /// The login that an access token belongs to.
    static func find(accessToken: String, in db: Database) throws -> LoginRecord? {
        try filter { $0.accessToken == accessToken }.fetchOne(db)
    }

    /// The login that a refresh token belongs to.
    static func find(refreshToken: String, in db: Database) throws -> LoginRecord? {
        try filter { $0.refreshToken == refreshToken }.fetchOne(db)
    }

    enum Columns {
        static let accessToken = Column("accessToken")
        static let refreshToken = Column("refreshToken")
        static let refreshExpires = Column("refreshExpires")
    }
}

/// A line of the journal: which request committed which transaction.
///
/// It is written by the commit itself.
struct JournalRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "journal"

    let transaction: String
    let request: String
}
