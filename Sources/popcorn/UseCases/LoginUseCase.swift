/// Logs in with a name and a password, and keeps the login.
protocol LoginUseCase: Sendable {
    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session
}

struct DefaultLoginUseCase: LoginUseCase {
    private let login: any LoginRepository
    private let token: any TokenRepository

    init(login: any LoginRepository, token: any TokenRepository) {
        self.login = login
        self.token = token
    }

    func logIn(_ name: AccountName, _ password: Password) async throws(Problem) -> Session {
        let session = try await login.logIn(name, password)
        try await token.keep(session)
        return session
    }
}
