import Depot

/// The feature *log in with a password*, from the repository to the screen.
struct LoginAssembly: Assembly {
    var dependencies: [any Assembly] { [TokenAssembly()] }

    func assemble(_ container: Container) {
        container.register((any LoginRepository).self, .singleton, in: .repository, using: DefaultLoginRepository.init)
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
    }
}
