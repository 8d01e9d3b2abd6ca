import Depot

/// Decides which screen comes next, and makes it when it is needed.
///
/// It knows no use case and no container: each `Factory` makes one kind of screen, from what is known only at run time.
@MainActor
final class AppCoordinator {
    private let makeLogin: Factory<LoginViewModel>
    private let makeSocialLogin: Factory<SocialLoginViewModel, IdentityProvider>
    private let makeSignUpFirst: Factory<SignUpFirstViewModel>
    private let makeSignUpSecond: Factory<SignUpSecondViewModel, AccountName>

    init(
        makeLogin: Factory<LoginViewModel>,
        makeSocialLogin: Factory<SocialLoginViewModel, IdentityProvider>,
        makeSignUpFirst: Factory<SignUpFirstViewModel>,
        makeSignUpSecond: Factory<SignUpSecondViewModel, AccountName>
    ) {
        self.makeLogin = makeLogin
        self.makeSocialLogin = makeSocialLogin
        self.makeSignUpFirst = makeSignUpFirst
        self.makeSignUpSecond = makeSignUpSecond
    }

    func login() -> LoginViewModel { makeLogin() }

    func socialLogin(with provider: IdentityProvider) -> SocialLoginViewModel { makeSocialLogin(provider) }

    func signUp() -> SignUpFirstViewModel { makeSignUpFirst() }

    /// The screen after the name was chosen.
    func signUp(as name: AccountName) -> SignUpSecondViewModel { makeSignUpSecond(name) }
}
