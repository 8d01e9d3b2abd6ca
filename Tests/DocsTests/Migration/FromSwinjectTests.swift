import Depot
import DepotTesting
import Foundation
import Testing

// The code of Docs/Depot.docc/MigratingFromSwinject.md, compiled and run; the last test compares the two.

enum FromSwinject {
    struct LoginAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
            container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
            container.register(UserViewModel.self, arguments: UserID.self, in: .viewModel, using: UserViewModel.init)
        }
    }

    struct KeychainAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any KeychainManager).self, .singleton, using: FileKeychain.init)
        }

        func assembled(_ container: Container) {
            container.decorate((any NetworkManager).self, using: LoggingNetwork.init)
        }
    }

    final class Store: Sendable {
        let sync: Sync

        init(_ sync: Sync) { self.sync = sync }
    }

    final class Sync: Sendable {
        let store: Lazy<Store>  // was a weak variable, set in initCompleted

        init(_ store: Lazy<Store>) { self.store = store }
    }

    final class ProfileView {
        weak var presenter: Presenter?
    }

    final class Presenter {
        let view: ProfileView

        init(_ view: ProfileView) {
            self.view = view
            view.presenter = self  // weak var presenter: Presenter?
        }
    }

    final class AccountController {
        @Inject var network: any NetworkManager
    }

    final class Player {
        var network: (any NetworkManager)?
    }

    /// What a factory of Swinject's made and keeps, and what Depot made of it.
    final class Session: Disposable, Sendable {
        let log: EventLog

        init(_ log: EventLog) { self.log = log }

        func dispose() async throws { log.add("disposed") }
    }
}

extension ScopeKind {
    fileprivate static let basket = ScopeKind("basket", within: .session)
}

extension FromSwinject {
    @Suite struct GuideTests {
        private let container = Container { LoginAssembly() }

        @MainActor @Test func `The module after the migration works`() throws {
            let container = Container { LoginAssembly() }
            try container.validate()
            let user = container.resolve(UserViewModel.self, arguments: UserID(7))
            #expect(user.id == UserID(7))
            #expect(user.login.network === container.resolve((any NetworkManager).self))
        }

        @Test func `Services are registered by closures and by initializers`() {
            container.register((any NetworkManager).self) { _ in URLSessionNetwork() }
            container.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve()) }
            #expect(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
            container.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
            container.register((any Logger).self, name: "file", instance: FileLogger())
            container.register(Profile.self) { (r, id: UserID) in try Profile(id, r.resolve()) }
            #expect(container.resolve(Profile.self, arguments: UserID(7)).id == UserID(7))
            container.register(Profile.self, arguments: UserID.self, using: Profile.init)
            container.register(Avatar.self, .singleton) { (_, id: UserID, size: Int) in Avatar(id, size) }
            #expect(container.resolve((any Logger).self, name: "file") is FileLogger)
            #expect(container.resolve(Profile.self, arguments: UserID(8)).id == UserID(8))
            #expect(container.resolve(Avatar.self, arguments: UserID(7), 64).size == 64)
            #expect(container.resolveIfRegistered((any Analytics).self) == nil)
            #expect(container.isRegistered((any NetworkManager).self))
        }

        @Test func `One instance has two types, and many have one`() {
            container.register(TokenStore.self, .singleton, using: TokenStore.init)
            container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
            container.contribute((any Plugin).self, using: SharePlugin.init)
            #expect(container.resolve((any TokenReader).self) === container.resolve(TokenStore.self))
            #expect(container.resolveAll((any Plugin).self).map(\.label) == ["share"])
        }

        @MainActor @Test func `A main-actor initializer needs nothing more`() {
            container.register(LoginViewModel.self, using: LoginViewModel.init)
            #expect(container.resolve(LoginViewModel.self).message == "")
        }

        @Test func `Each object scope has its lifetime`() {
            container.register(Cart.self, .graph, using: Cart.init)
            container.register(Till.self, .transient, using: Till.init)
            container.register(TokenStore.self, .singleton, using: TokenStore.init)
            container.register(ImageCache.self, .weak, using: ImageCache.init)
            container.register(Rates.self, .scoped(.basket), using: Rates.init)
            let till = container.resolve(Till.self)
            #expect(till.cart === till.display)
            #expect(container.resolve(TokenStore.self) === container.resolve(TokenStore.self))
            weak let gone = container.resolve(ImageCache.self)
            #expect(gone == nil)
            container.scopeContext.setCurrent(.basket, id: "cart 1")
            let rates = container.resolve(Rates.self)
            #expect(container.resolve(Rates.self) === rates)
            container.scopeContext.clear(.basket)
            container.scopeContext.setCurrent(.basket, id: "cart 1")
            #expect(container.resolve(Rates.self) !== rates)
            #expect(container.copy().resolve(TokenStore.self) !== container.resolve(TokenStore.self))
        }

        @Test func `Without a lifetime each place gets an object of its own`() {
            container.register(Cart.self, using: Cart.init)
            container.register(Till.self, using: Till.init)
            let till = container.resolve(Till.self)
            #expect(till.cart !== till.display)
        }

        @Test func `Assemblies come later, and have the last word`() throws {
            container.assemble { KeychainAssembly() }
            #expect(container.resolve((any KeychainManager).self) is FileKeychain)
            #expect(container.resolve((any NetworkManager).self) is LoggingNetwork)
            let log = EventLog()
            let observation = container.observe { event in log.add("\(event)") }
            container.register(TokenStore.self, using: TokenStore.init)
            observation.end()
            #expect(log.lines.count == 1)
        }

        @Test func `A parent's singleton never has what a child registers, and a transient does`() {
            container.register(RetryingLogin.self, .singleton) { r in try RetryingLogin(r.resolve(), retries: 3) }
            let child = Container(parent: container)
            child.register((any NetworkManager).self, instance: MockNetwork())
            #expect(child.resolve(RetryingLogin.self).login.network is URLSessionNetwork)
            #expect(child.resolve((any NetworkManager).self) is MockNetwork)
            container.register(Profile.self, arguments: UserID.self, using: Profile.init)
            child.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve()) }
            #expect(child.resolve(Profile.self, arguments: UserID(7)).login.network is MockNetwork)
        }

        @Test func `A property injects without an initializer, and a value has a name`() {
            container.register(String.self, name: "apiKey", instance: "12345")
            let network = container.withOverrides { _ in
            } operation: {
                FromSwinject.AccountController().network
            }
            #expect(network === container.resolve((any NetworkManager).self))
            #expect(container.resolve(String.self, name: Name("api" + "Key")) == "12345")
        }

        @Test func `A handle, or an initializer, stands for initCompleted`() {
            container.register(Store.self, .singleton, using: Store.init)
            container.register(Sync.self, .singleton, using: Sync.init)
            let store = container.resolve(Store.self)
            #expect(store.sync.store() === store)
            container.register(ProfileView.self, using: ProfileView.init)
            container.register(Presenter.self, using: Presenter.init)
            let presenter = container.resolve(Presenter.self)
            #expect(presenter.view.presenter === presenter)
        }

        @Test func `A handle that is called after the resolve begins a graph of its own`() {
            container.register(Store.self, .graph, using: Store.init)
            container.register(Sync.self, .graph, using: Sync.init)
            let store = container.resolve(Store.self)
            #expect(store.sync.store() !== store)
        }

        @Test func `A factory sets properties, and names the type it resolves`() throws {
            container.register(Player.self) { r in
                let player = Player()
                player.network = try r.resolve((any NetworkManager).self)
                return player
            }
            #expect(container.resolve(Player.self).network is URLSessionNetwork)
            container.register(Player.self) { r in
                let player = Player()
                player.network = try r.resolve()
                return player
            }
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Player.self) }
            #expect(error?.diagnosis.what == "(any NetworkManager)? is not registered.")
        }

        @Test func `The last registration reaches what was made from the one before`() {
            container.register(RetryingLogin.self, .singleton) { r in try RetryingLogin(r.resolve(), retries: 3) }
            let before = container.resolve(RetryingLogin.self)
            container.register((any NetworkManager).self, instance: MockNetwork())
            #expect(container.resolve(RetryingLogin.self) !== before)
            #expect(container.resolve(RetryingLogin.self).login.network is MockNetwork)
        }
    }
}

extension FromSwinject.GuideTests {
    @Test(.container(copying: Container { FromSwinject.LoginAssembly() }))
    func `Swinject asks Depot for what has moved`() {
        let swinject = FromSwinject.OldContainer()
        swinject.register((any NetworkManager).self) { _ in Depot.Container.shared.resolve((any NetworkManager).self) }
            .inObjectScope(.transient)  // Depot keeps the singleton
        #expect(swinject.resolve((any NetworkManager).self) === Container.shared.resolve((any NetworkManager).self))
        Container.shared.replace((any NetworkManager).self, with: MockNetwork())
        #expect(swinject.resolve((any NetworkManager).self) is MockNetwork)
    }

    @Test(.container(copying: Container { FromSwinject.LoginAssembly() }))
    func `What Swinject keeps does not follow a replacement in Depot`() {
        let old = FromSwinject.OldContainer()
        old.register((any NetworkManager).self) { _ in Depot.Container.shared.resolve((any NetworkManager).self) }
            .inObjectScope(.transient)
        old.register(RetryingLogin.self) { r in RetryingLogin(DefaultLoginUseCase(r.resolve((any NetworkManager).self)!), retries: 3) }
            .inObjectScope(.container)
        _ = old.resolve(RetryingLogin.self)
        Container.shared.replace((any NetworkManager).self, with: MockNetwork())
        #expect(old.resolve(RetryingLogin.self)?.login.network is URLSessionNetwork)
        old.resetObjectScope(.container)
        #expect(old.resolve(RetryingLogin.self)?.login.network is MockNetwork)
    }

    @Test func `Depot asks Swinject for what has not moved`() {
        let old = FromSwinject.OldContainer()
        old.register((any KeychainManager).self) { _ in MemoryKeychain("old") }.inObjectScope(.container)
        let container = Depot.Container { FromSwinject.OldServices(old: old) }
        #expect(container.graph.nodes.filter(\.isOpaque).map(\.name) == ["any KeychainManager"])
        #expect(container.resolve((any KeychainManager).self).token == "old")
        #expect(container.resolve((any KeychainManager).self) === old.resolve((any KeychainManager).self))
    }

    @Test func `Something disposable that Swinject keeps must not be asked for as a transient`() async throws {
        let log = EventLog()
        let kept = FromSwinject.Session(log)
        let container = Container()
        container.register(FromSwinject.Session.self) { _ in kept }
        for _ in 1...2 {
            try await container.withScope(.request) { _ = container.resolve(FromSwinject.Session.self) }
        }
        #expect(log.lines == ["disposed", "disposed"])
    }

    @Test func `Every example in the guide is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/MigratingFromSwinject.md", atLeast: 8)
        try expectTables(of: "Docs/Depot.docc/MigratingFromSwinject.md", atLeast: 32)
    }
}

extension FromSwinject {
    struct OldServices: Assembly {  // what Swinject still has
        let old: OldContainer

        func assemble(_ container: Depot.Container) {
            container.register((any KeychainManager).self) { [old] _ in old.resolver.resolve((any KeychainManager).self)! }
        }
    }

    @Suite(.container(copying: Container { LoginAssembly() }))
    struct LoginTests {
        @Test(.container { $0.replace((any NetworkManager).self, with: MockNetwork("Welcome.")) })
        func `a login is greeted`() async throws {
            let login = Container.shared.resolve((any LoginUseCase).self)
            #expect(try await login.logIn(name: "ada", password: "right") == "Welcome.")
        }

        @Test func `the graph is whole`() throws {
            try Container.shared.validate()
        }
    }
}

extension FromSwinject {
    /// Has those calls of Swinject's `Container` that the guide makes.
    final class OldContainer: @unchecked Sendable {
        enum ObjectScope { case transient, container }

        final class ServiceEntry {
            fileprivate var scope = ObjectScope.transient
            fileprivate var instance: Any?
            fileprivate let make: () -> Any

            fileprivate init(_ make: @escaping () -> Any) { self.make = make }

            func inObjectScope(_ scope: ObjectScope) { self.scope = scope }

            fileprivate func resolve() -> Any {
                let found = instance ?? make()
                if scope == .container { instance = found }
                return found
            }
        }

        private var entries: [ObjectIdentifier: ServiceEntry] = [:]
        var resolver: OldContainer { self }

        func register<Service>(_ type: Service.Type, _ factory: @escaping (OldContainer) -> Service) -> ServiceEntry {
            let entry = ServiceEntry { [unowned self] in factory(self) }
            entries[ObjectIdentifier(type)] = entry
            return entry
        }

        func resolve<Service>(_ type: Service.Type) -> Service? { entries[ObjectIdentifier(type)]?.resolve() as? Service }

        func resetObjectScope(_ scope: ObjectScope) {
            for entry in entries.values where entry.scope == scope { entry.instance = nil }
        }
    }
}
