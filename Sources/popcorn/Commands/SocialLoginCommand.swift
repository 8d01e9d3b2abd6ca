import Depot

/// `popcorn social-login PROVIDER NAME`.
struct SocialLoginCommand: Command {
    let provider: IdentityProvider
    let name: String

    @Inject private var coordinator: AppCoordinator

    init(provider: IdentityProvider, name: String) {
        self.provider = provider
        self.name = name
    }

    func run() async throws(Problem) {
        let screen = coordinator.socialLogin(with: provider)
        await screen.logIn(name: name)
        guard let session = try screen.phase.value else { return }
        try StandardOutput.say("Logged in as \(session.account).")
    }
}
