import Depot

/// What is resolved: a protocol without a class bound, so that a value is 40 bytes, as in most apps.
protocol Service: Sendable {
    var number: Int { get }
}

final class Plain: Service {
    let number: Int
    init() { number = 1 }
    init(number: Int) { self.number = number }
}

protocol OtherService: Service {}
final class OtherPlain: OtherService {
    let number = 2
    init() {}
}

protocol TransientService: Service {}
final class TransientPlain: TransientService {
    let number = 3
    init() {}
}

/// A service of a runtime argument.
struct ItemID: Hashable, Sendable { let value: Int }
final class Item: Service {
    let number: Int
    init(_ id: ItemID) { number = id.value }
}

// The login graph: seven services, two of them singletons and five made for each view model.
protocol NetworkManager: Sendable {}
final class Network: NetworkManager { init() {} }
protocol KeychainManager: Sendable {}
final class Keychain: KeychainManager { init() {} }
protocol TokenRepository: Sendable {}
final class DefaultTokenRepository: TokenRepository {
    let network: any NetworkManager
    let keychain: any KeychainManager
    init(network: any NetworkManager, keychain: any KeychainManager) {
        self.network = network
        self.keychain = keychain
    }
}
protocol LoginRepository: Sendable {}
final class DefaultLoginRepository: LoginRepository {
    let network: any NetworkManager
    init(network: any NetworkManager) { self.network = network }
}
protocol TokenUseCase: Sendable {}
final class DefaultTokenUseCase: TokenUseCase {
    let repository: any TokenRepository
    init(repository: any TokenRepository) { self.repository = repository }
}
protocol LoginUseCase: Sendable {}
final class DefaultLoginUseCase: LoginUseCase {
    let repository: any LoginRepository
    let tokens: any TokenUseCase
    init(repository: any LoginRepository, tokens: any TokenUseCase) {
        self.repository = repository
        self.tokens = tokens
    }
}
final class LoginViewModel {
    let login: any LoginUseCase
    init(login: any LoginUseCase) { self.login = login }
}

/// The same graph without a container; the singletons are there.
final class LoginByHand: Sendable {
    private let network: any NetworkManager = Network()
    private let keychain: any KeychainManager = Keychain()

    @inline(never)
    func viewModel() -> LoginViewModel {
        let tokens = DefaultTokenUseCase(repository: DefaultTokenRepository(network: network, keychain: keychain))
        return LoginViewModel(login: DefaultLoginUseCase(repository: DefaultLoginRepository(network: network), tokens: tokens))
    }
}

struct LoginAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: Network.init)
        container.register((any KeychainManager).self, .singleton, in: .repository, using: Keychain.init)
        container.register((any TokenRepository).self, in: .repository, using: DefaultTokenRepository.init)
        container.register((any LoginRepository).self, in: .repository, using: DefaultLoginRepository.init)
        container.register((any TokenUseCase).self, in: .useCase, using: DefaultTokenUseCase.init)
        container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
    }
}
