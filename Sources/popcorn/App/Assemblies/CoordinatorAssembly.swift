import Depot

extension Layer {
    /// What leads from screen to screen.
    static let coordinator = Layer("coordinator", above: .viewModel)
}

/// The way from screen to screen.
struct CoordinatorAssembly: Assembly {
    var dependencies: [any Assembly] { [LoginAssembly(), SocialLoginAssembly(), SignUpAssembly()] }

    func assemble(_ container: Container) {
        container.register(AppCoordinator.self, in: .coordinator, using: AppCoordinator.init)
    }
}
