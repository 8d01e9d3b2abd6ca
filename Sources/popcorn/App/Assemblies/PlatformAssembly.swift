import Depot

extension Layer {
    /// What the machine offers: hashing, a terminal, other programs.
    ///
    /// Everything else may build on it.
    static let platform = Layer("platform", rank: 50)
}

/// The machine's own services.
struct PlatformAssembly: Assembly {
    /// The password from the environment, if it is there.
    let password: Password?

    func assemble(_ container: Container) {
        container.register((any PasswordHasher).self, .singleton, in: .platform, using: PlatformPasswordHasher.init)
        container.register((any Opener).self, in: .platform, using: { SystemOpener() })
        container.register((any PasswordSource).self, in: .platform, using: { TerminalPasswords(preset: password) })
    }
}
