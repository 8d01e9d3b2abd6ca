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

/// Forty services, as the bootstrap of a middling app has: each of five kinds for each of eight features.
struct AppAssembly: Assembly {
    static let services = 40

    func assemble(_ container: Container) {
        feature(First.self, container)
        feature(Second.self, container)
        feature(Third.self, container)
        feature(Fourth.self, container)
        feature(Fifth.self, container)
        feature(Sixth.self, container)
        feature(Seventh.self, container)
        feature(Eighth.self, container)
    }

    @inline(__always)
    private func feature<Feature>(_ feature: Feature.Type, _ container: Container) {
        container.register(Client<Feature>.self, .singleton, in: .repository, using: Client<Feature>.init)
        container.register(Repository<Feature>.self, in: .repository, using: Repository<Feature>.init)
        container.register(Cache<Feature>.self, .singleton, in: .repository, using: Cache<Feature>.init)
        container.register(UseCase<Feature>.self, in: .useCase, using: UseCase<Feature>.init)
        container.register(ViewModel<Feature>.self, in: .viewModel, using: ViewModel<Feature>.init)
    }
}

enum First {}
enum Second {}
enum Third {}
enum Fourth {}
enum Fifth {}
enum Sixth {}
enum Seventh {}
enum Eighth {}
final class Client<Feature>: Sendable { init() {} }
final class Cache<Feature>: Sendable { init(_ client: Client<Feature>) {} }
final class Repository<Feature>: Sendable { init(_ client: Client<Feature>, _ cache: Cache<Feature>) {} }
final class UseCase<Feature>: Sendable { init(_ repository: Repository<Feature>, _ cache: Cache<Feature>) {} }
final class ViewModel<Feature>: Sendable { init(_ useCase: UseCase<Feature>) {} }
