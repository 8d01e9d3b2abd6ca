/// Logs in with a name and a password, keeps the login, and notes who it was.
protocol LoginUseCase: Sendable {
    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session
}

struct DefaultLoginUseCase: LoginUseCase {
    private let login: any LoginRepository
    private let token: any TokenRepository
    private let known: any KnownAccountsRepository

    init(login: any LoginRepository, token: any TokenRepository, known: any KnownAccountsRepository) {
        self.login = login
        self.token = token
        self.known = known
    }

    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session {
        let session = try await login.logIn(name, password)
        try await token.keep(session)
        try await known.loggedIn(session.account)
        return session
    }
}
