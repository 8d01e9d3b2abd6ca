import Depot
import DepotValues

/// What can be done with the tokens of an open login.
struct Tokens: Sendable {
    private let accounts: any AccountRepository
    private let logins: any LoginRepository
    private let transaction: Transaction
    private let sessions: SessionScopes
    @Dependency(\.date) private var date

    init(accounts: any AccountRepository, logins: any LoginRepository, transaction: Transaction, sessions: SessionScopes) {
        self.accounts = accounts
        self.logins = logins
        self.transaction = transaction
        self.sessions = sessions
    }

    /// A new pair of tokens.
    ///
    /// The login, and the scope of its session, stay the same.
    func refresh(_ renewal: Renewal) async throws -> Session {
        let session = try await logins.renew(renewal.refreshToken, now: date.now)
        let container = Container.shared
        await transaction.afterCommit { [sessions] in await sessions.open(LoginRecord(session), in: container) }
        return session
    }

    /// Whose login it is.
    func account(of login: LoginRecord) async throws -> Account {
        guard let account = try await accounts.find(login.account)?.account else { throw Refusal.tokenUnknown }
        return account
    }

    /// Ends a login, also one whose access token has expired.
    func logOut(_ accessToken: String?) async throws {
        guard let accessToken, let login = try await logins.remove(accessToken: accessToken) else { throw Refusal.tokenUnknown }
        await transaction.afterCommit { [sessions] in await sessions.end(login.id) }
    }
}
