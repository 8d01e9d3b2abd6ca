import Depot
import DepotValues
import Foundation

/// Opens a login for an account whose owner has shown who they are, and the session scope that goes with it.
struct LoginOpening: Sendable {
    private let logins: any LoginRepository
    private let transaction: Transaction
    private let sessions: SessionScopes
    @Dependency(\.date) private var date
    @Dependency(\.uuid) private var uuid

    init(logins: any LoginRepository, transaction: Transaction, sessions: SessionScopes) {
        self.logins = logins
        self.transaction = transaction
        self.sessions = sessions
    }

    func open(_ account: String) async throws -> Session {
        let now = date.now
        let session = Session(id: uuid().uuidString.lowercased(), account: account, now: now)
        let login = LoginRecord(session)
        try await logins.add(login, now: now)
        // Not before the login is in the database: it may still be rolled back.
        let container = Container.shared
        await transaction.afterCommit { [sessions] in await sessions.open(login, in: container) }
        return session
    }
}
