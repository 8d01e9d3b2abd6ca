import Depot

/// `popcorn login [NAME]`.
struct LoginCommand: Command {
    /// The name; nil for the one that the screen offers.
    let name: String?

    @Inject private var coordinator: AppCoordinator
    @Inject private var passwords: any PasswordSource

    init(name: String?) {
        self.name = name
    }

    func run() async throws(Problem) {
        let screen = coordinator.login()
        guard let name = name ?? screen.suggestion else {
            throw Problem(.usage, "Nobody has logged in here yet.", at: "the command line", fix: "write: popcorn login NAME")
        }
        await screen.logIn(name: name, password: try passwords.password(for: "Password of \(name)", confirming: false))
        guard let session = try screen.phase.value else { return }
        try StandardOutput.say("Logged in as \(session.account).")
        if let warning = screen.warning { throw warning }
    }
}
