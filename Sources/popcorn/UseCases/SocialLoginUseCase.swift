/// Logs in with a provider that vouches, and keeps the login.
protocol SocialLoginUseCase: Sendable {
    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session
}

struct DefaultSocialLoginUseCase: SocialLoginUseCase {
    private let social: any SocialLoginRepository
    private let token: any TokenRepository

    init(social: any SocialLoginRepository, token: any TokenRepository) {
        self.social = social
        self.token = token
    }

    func logIn(_ name: AccountName, with provider: IdentityProvider) async throws(Problem) -> Session {
        let session = try await social.logIn(name, with: provider)
        try await token.keep(session)
        return session
    }
}
