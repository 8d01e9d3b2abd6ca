/// The screen behind a provider's button.
@MainActor
final class SocialLoginViewModel {
    let provider: IdentityProvider
    private let work = Work<Session>()
    private let social: any SocialLoginUseCase

    init(provider: IdentityProvider, social: any SocialLoginUseCase) {
        self.provider = provider
        self.social = social
    }

    var phase: Phase<Session> { work.phase }

    func logIn(name: String) async {
        await work.run { () throws(Problem) in
            try await social.logIn(AccountName(name), with: provider)
        }
    }
}
