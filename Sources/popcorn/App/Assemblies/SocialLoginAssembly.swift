import Depot

/// The feature *log in with a provider*, from the repository to the screen.
struct SocialLoginAssembly: Assembly {
    var dependencies: [any Assembly] { [TokenAssembly()] }

    func assemble(_ container: Container) {
        container.register((any SocialLoginRepository).self, .singleton, in: .repository, using: DefaultSocialLoginRepository.init)
        container.register((any SocialLoginUseCase).self, in: .useCase, using: DefaultSocialLoginUseCase.init)
        container.register(
            SocialLoginViewModel.self, arguments: IdentityProvider.self, in: .viewModel, using: SocialLoginViewModel.init)
    }
}
