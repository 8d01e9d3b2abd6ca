import Observation

/// The screen behind a provider's button.
@MainActor @Observable
final class SocialLoginViewModel {
    let provider: IdentityProvider
    private(set) var phase = Phase<Session>.ready
    private let social: any SocialLoginUseCase

    init(provider: IdentityProvider, social: any SocialLoginUseCase) {
        self.provider = provider
        self.social = social
    }

    func logIn(name: String) async {
        phase = .working
        phase = await Phase { () throws(Problem) in
            try await social.logIn(AccountName(name), with: provider)
        }
    }
}
