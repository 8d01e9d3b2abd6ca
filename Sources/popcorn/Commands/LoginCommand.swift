import Depot

/// `popcorn login NAME`.
struct LoginCommand: Command {
    let name: String

    @Inject private var coordinator: AppCoordinator
    @Inject private var passwords: any PasswordSource

    init(name: String) {
        self.name = name
    }

    func run() async throws(Problem) {
        let screen = coordinator.login()
        await screen.logIn(name: name, password: try passwords.password(for: "Password of \(name)", confirming: false))
        guard let session = try screen.phase.value else { return }
        print("Logged in as \(session.account).")
    }
}
