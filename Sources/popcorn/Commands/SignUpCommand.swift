import Depot

/// `popcorn sign-up [NAME]`: through both screens of the sign-up.
struct SignUpCommand: Command {
    /// The name; nil to go on with the one of an unfinished sign-up.
    let name: String?

    @Inject private var coordinator: AppCoordinator
    @Inject private var passwords: any PasswordSource

    init(name: String?) {
        self.name = name
    }

    func run() async throws(Problem) {
        let first = coordinator.signUp()
        await first.appear()
        guard let chosen = name ?? first.suggestion?.rawValue else {
            throw Problem(
                .usage, "There is no unfinished sign-up to go on with.", at: "the command line", fix: "write: popcorn sign-up NAME")
        }
        await first.choose(name: chosen)
        guard let name = try first.phase.value else { return }

        let second = coordinator.signUp(as: name)
        await second.finish(password: try passwords.password(for: "A password for \(name)", confirming: true))
        guard let account = try second.phase.value else { return }
        try StandardOutput.say("Welcome, \(account.name). Log in with: popcorn login \(account.name)")
    }
}
