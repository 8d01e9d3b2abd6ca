import Depot

/// The feature *make an account*, from the repository to its two screens.
struct SignUpAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any SignUpRepository).self, .singleton, in: .repository, using: DefaultSignUpRepository.init)
        container.register((any SignUpUseCase).self, in: .useCase, using: DefaultSignUpUseCase.init)
        container.register(SignUpFirstViewModel.self, in: .viewModel, using: SignUpFirstViewModel.init)
        container.register(
            SignUpSecondViewModel.self, arguments: AccountName.self, in: .viewModel, using: SignUpSecondViewModel.init)
    }
}
