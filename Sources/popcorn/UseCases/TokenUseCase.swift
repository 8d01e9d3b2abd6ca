/// What can be done with an open login.
protocol TokenUseCase: Sendable {
    /// Who is logged in. An access token that has expired is refreshed on the way.
    func account() async throws(Problem) -> Account
    /// A new pair of tokens, whether the old one has expired or not.
    func refresh() async throws(Problem) -> Session
    /// Ends the login, here and at the backend.
    func logOut() async throws(Problem) -> Session
}

struct DefaultTokenUseCase: TokenUseCase {
    private let token: any TokenRepository
    private let known: any KnownAccountsRepository

    init(token: any TokenRepository, known: any KnownAccountsRepository) {
        self.token = token
        self.known = known
    }

    func account() async throws(Problem) -> Account {
        let session = try await openSession()
        do throws(Problem) {
            return try await token.account(of: session)
        } catch {
            guard error.kind == .refused(.tokenExpired) else { throw error }
            return try await token.account(of: token.renew(session))
        }
    }

    func refresh() async throws(Problem) -> Session {
        try await token.renew(openSession())
    }

    func logOut() async throws(Problem) -> Session {
        let session = try await openSession()
        do throws(Problem) {
            try await token.end(session)
        } catch {
            // Where the backend has forgotten the login already, so does this side.
            guard error.kind == .refused(.tokenUnknown) else { throw error }
        }
        try await token.forget()
        try await known.loggedOut(session.account)
        return session
    }

    private func openSession() async throws(Problem) -> Session {
        if let session = try await token.session() { return session }
        throw Problem(
            .notLoggedIn, "Nobody is logged in.", at: "this machine's keychain",
            fix: "log in: popcorn login NAME, or popcorn social-login PROVIDER NAME")
    }
}
