import Depot

/// The login that is open: who it is, how it is refreshed and ended.
struct TokenAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any TokenRepository).self, .singleton, in: .repository, using: DefaultTokenRepository.init)
        container.register((any TokenUseCase).self, in: .useCase, using: DefaultTokenUseCase.init)
    }
}
