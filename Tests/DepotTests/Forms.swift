import Depot
import Testing

private protocol NetworkManager: Sendable { var label: String { get } }
private protocol LoginRepository: Sendable { var network: any NetworkManager { get } }
private protocol LoginUseCase: Sendable { var retries: Int { get } }
private protocol Logger: Sendable {}
private protocol Plugin: Sendable { var label: String { get } }
private protocol TokenReader: AnyObject, Sendable {}
private protocol Analytics: Sendable {}
private protocol Session: AnyObject { var label: String { get } }

private final class URLSessionNetwork: NetworkManager { var label: String { "url" } }
private final class MockNetworkManager: NetworkManager { var label: String { "mock" } }
private final class LoggingNetwork: NetworkManager {
    let base: any NetworkManager
    var label: String { "logging " + base.label }
    init(_ base: any NetworkManager) { self.base = base }
}
private final class DefaultLoginRepository: LoginRepository {
    let network: any NetworkManager
    init(network: any NetworkManager) { self.network = network }
}
private final class DefaultLoginUseCase: LoginUseCase {
    let repository: any LoginRepository
    let retries: Int
    init(_ repository: any LoginRepository, retries: Int) {
        self.repository = repository
        self.retries = retries
    }
    convenience init(_ repository: any LoginRepository) { self.init(repository, retries: 1) }
}
/// Not `Sendable`: only its caller has it.
private final class UserViewModel {
    let id: UserID
    let login: any LoginUseCase
    init(_ id: UserID, _ login: any LoginUseCase) {
        self.id = id
        self.login = login
    }
}
@MainActor private final class LoginViewModel {
    let login: any LoginUseCase
    init(_ login: any LoginUseCase) { self.login = login }
}
@MainActor private final class DetailViewModel {
    let id: UserID
    let login: any LoginUseCase
    init(_ id: UserID, _ login: any LoginUseCase) {
        self.id = id
        self.login = login
    }
}
private final class Database: Sendable {
    let url: String
    init(_ network: any NetworkManager) async throws { url = network.label }
    init(url: String) async throws { self.url = url }
}
private final class FileLogger: Logger {}
private final class TokenStore: TokenReader {}
private final class SharePlugin: Plugin { var label: String { "share" } }
private final class PrintPlugin: Plugin {
    let label: String
    init(_ network: any NetworkManager) { label = "print by " + network.label }
}
private final class FakeSession: Session { var label: String { "fake" } }
@MainActor private final class LiveSession: @MainActor Session { var label: String { "live" } }
private final class Wrapped: Sendable {
    let analytics: (any Analytics)?
    let logger: (any Logger)?
    let plugins: [any Plugin]
    let lazy: Lazy<any LoginUseCase>
    let provider: Provider<any LoginUseCase>
    let makeUser: Factory<UserViewModel, UserID>
    let resolver: Resolver
    init(
        analytics: (any Analytics)?, logger: (any Logger)?, plugins: [any Plugin], lazy: Lazy<any LoginUseCase>,
        provider: Provider<any LoginUseCase>, makeUser: Factory<UserViewModel, UserID>, resolver: Resolver
    ) {
        self.analytics = analytics
        self.logger = logger
        self.plugins = plugins
        self.lazy = lazy
        self.provider = provider
        self.makeUser = makeUser
        self.resolver = resolver
    }
}
extension Name { fileprivate static let audit: Name = "audit" }

/// Every form of registering and resolving, as the guide writes it.
@Suite struct Forms {
    private func makeContainer() -> Container {
        let container = Container()
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
        container.register((any LoginRepository).self, in: .repository, using: DefaultLoginRepository.init)
        container.register(
            (any LoginUseCase).self, in: .useCase, using: { (repository: any LoginRepository) in DefaultLoginUseCase(repository) })
        container.register(UserViewModel.self) { (r, id: UserID) in try UserViewModel(id, r.resolve()) }
        return container
    }

    @Test func `C10 using takes an initializer, a closure of dependencies, and the bare closure takes the resolver`() throws {
        let container = makeContainer()
        #expect(container.resolve((any LoginUseCase).self).retries == 1)
        container.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve(), retries: 3) }
        #expect(container.resolve((any LoginUseCase).self).retries == 3)
        container.register((any LoginUseCase).self, using: { (repo: any LoginRepository) in DefaultLoginUseCase(repo, retries: 4) })
        #expect(container.resolve((any LoginUseCase).self).retries == 4)
        let inferred: any LoginUseCase = container.resolve()
        #expect(inferred.retries == 4)
        #expect(try container.tryResolve((any LoginUseCase).self).retries == 4)
    }

    @Test func `C9 a factory takes runtime arguments`() throws {
        let container = makeContainer()
        let user = container.resolve(UserViewModel.self, arguments: UserID(7))
        #expect(user.id == UserID(7))
        #expect(try container.tryResolve(UserViewModel.self, arguments: UserID(8)).id == UserID(8))
        container.register(UserViewModel.self) { (r, id: UserID, _: String, plus: Int) in
            try UserViewModel(UserID(id.value + plus), r.resolve())
        }
        #expect(container.resolve(UserViewModel.self, arguments: UserID(1), "x", 2).id == UserID(3))
    }

    @Test @MainActor func `C14 a main-actor initializer is recognised, and a closure says so`() throws {
        let container = makeContainer()
        container.register(LoginViewModel.self, in: .viewModel, using: LoginViewModel.init)
        container.register(DetailViewModel.self, onMainActor: { (r, id: UserID) in try DetailViewModel(id, r.resolve()) })
        container.register((any Session).self, .singleton, onMainActor: { _ in LiveSession() })
        #expect(container.resolve(LoginViewModel.self).login.retries == 1)
        #expect(container.resolve(DetailViewModel.self, arguments: UserID(4)).id == UserID(4))
        #expect(container.resolve((any Session).self) === container.resolve((any Session).self))
        container.replace((any Session).self, onMainActor: { _ in FakeSession() })
        #expect(container.resolve((any Session).self).label == "fake")
    }

    @Test func `C15 an async initializer and an async closure`() async throws {
        let container = makeContainer()
        container.registerAsync(Database.self, .singleton, using: Database.init(_:))
        #expect(try await container.resolveAsync(Database.self).url == "url")
        container.register(String.self, instance: "file")
        container.registerAsync(Database.self, .singleton) { r in try await Database(url: r.resolve()) }
        let database = try await container.resolveAsync(Database.self)
        #expect(database.url == "file")
        #expect(container.resolve(Database.self) === database)
        #expect(try await container.resolveAsync((any LoginUseCase).self).retries == 1)
        #expect(try await container.resolveAsync(UserViewModel.self, arguments: UserID(2)).id == UserID(2))
    }

    @Test func `C9 an instance and a name`() {
        let container = Container()
        let logger = FileLogger()
        container.register((any Logger).self, name: "audit", instance: logger)
        #expect(container.resolve((any Logger).self, name: .audit) as? FileLogger === logger)
        #expect(container.resolve((any Logger).self, name: "au\("dit")") as? FileLogger === logger)
        #expect(container.resolveIfRegistered((any Logger).self) == nil)
    }

    @Test func `C12 an alias, contributions and a decorator`() {
        let container = makeContainer()
        container.register(TokenStore.self, .singleton, using: TokenStore.init)
        container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
        #expect(container.resolve((any TokenReader).self) === container.resolve(TokenStore.self))
        container.contribute((any Plugin).self, using: SharePlugin.init)
        container.contribute((any Plugin).self, .singleton, using: PrintPlugin.init)
        #expect(container.resolveAll((any Plugin).self).map(\.label) == ["share", "print by url"])
        container.decorate((any NetworkManager).self) { base, r in LoggingNetwork(base) }
        #expect(container.resolve((any NetworkManager).self).label == "logging url")
    }

    @Test func `C10 every kind of parameter`() throws {
        let container = makeContainer()
        container.register((any Logger).self, instance: FileLogger())
        container.contribute((any Plugin).self, using: SharePlugin.init)
        container.register(Wrapped.self, .singleton, using: Wrapped.init)
        let wrapped = container.resolve(Wrapped.self)
        #expect(wrapped.analytics == nil)
        #expect(wrapped.logger is FileLogger)
        #expect(wrapped.plugins.count == 1)
        #expect(wrapped.lazy().retries == 1)
        #expect(wrapped.lazy() as? DefaultLoginUseCase === wrapped.lazy() as? DefaultLoginUseCase)
        #expect(wrapped.provider() as? DefaultLoginUseCase !== wrapped.provider() as? DefaultLoginUseCase)
        #expect(wrapped.makeUser(UserID(5)).id == UserID(5))
        #expect(try wrapped.lazy.get().retries == 1)
        #expect(try wrapped.provider.get().retries == 1)
        #expect(try wrapped.makeUser.get(UserID(6)).id == UserID(6))
        #expect(try wrapped.resolver.resolve((any LoginUseCase).self).retries == 1)
    }

    @Test func `R1 every form of replacing`() async {
        let container = makeContainer()
        container.replace((any NetworkManager).self, with: MockNetworkManager())
        #expect(container.resolve((any NetworkManager).self).label == "mock")
        let replacement = container.replace((any NetworkManager).self) { _ in MockNetworkManager() }
        replacement.restore()
        container.restoreAll()
        #expect(container.resolve((any NetworkManager).self).label == "url")
        container.replace(UserViewModel.self) { (r, _: UserID) in try UserViewModel(UserID(0), r.resolve()) }
        #expect(container.resolve(UserViewModel.self, arguments: UserID(7)).id == UserID(0))
        await container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetworkManager())
        } operation: {
            #expect(Container.shared.resolve((any NetworkManager).self).label == "mock")
        }
        await container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetworkManager())
        } operation: {
            await Task.yield()
            #expect(container.resolve((any NetworkManager).self).label == "mock")
        }
        let fresh = container.copy()
        #expect(
            fresh.resolve((any NetworkManager).self) as? URLSessionNetwork !== container.resolve((any NetworkManager).self)
                as? URLSessionNetwork)
    }
}
