/// Logs in with a provider that vouches, keeps the login, and notes who it was.
protocol SocialLoginUseCase: Sendable {
    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session
}

struct DefaultSocialLoginUseCase: SocialLoginUseCase {
    private let social: any SocialLoginRepository
    private let token: any TokenRepository
    private let known: any KnownAccountsRepository

    init(social: any SocialLoginRepository, token: any TokenRepository, known: any KnownAccountsRepository) {
        self.social = social
        self.token = token
        self.known = known
    }

    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session {
        let session = try await social.logIn(name, with: provider)
        try await token.keep(session)
        try await known.loggedIn(session.account)
        return session
    }
}
