import Depot
import DepotTesting
import Foundation
import Testing

// The code of Docs/Depot.docc/MigratingFromResolver.md, compiled and run; the last test compares the two.

extension Name {
    fileprivate static let file: Name = "file"
}

extension ScopeKind {
    fileprivate static let trip = ScopeKind("trip", within: .session)
}

enum FromResolver {
    struct LoginAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
            container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
            container.register(UserViewModel.self, arguments: UserID.self, in: .viewModel, using: UserViewModel.init)
        }
    }

    final class AccountModel {
        @Inject(.onInit) var login: any LoginUseCase
    }

    struct MockAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, overriding: true) { _ in MockNetwork() }
        }
    }

    final class Screen {
        @Inject var login: any LoginUseCase
        @Inject(name: .file) var logger: any Logger
        @Inject var analytics: (any Analytics)?
        var which = "file"
        lazy var chosen = Container.shared.resolve((any Logger).self, name: Name(which))
    }

    final class Player {
        var network: (any NetworkManager)?
    }

    struct OldServices: Assembly {  // what Resolver still has
        func assemble(_ container: Container) {
            container.register((any KeychainManager).self) { _ in OldResolver.resolve((any KeychainManager).self) }
        }
    }

    /// Has those calls of Resolver's `Resolver` that the guide makes, with factories for one test.
    final class OldResolver: Sendable {
        enum Scope { case unique, application }

        struct Options {
            func scope(_ scope: Scope) {}
        }

        @TaskLocal static var factories = Factories()

        @discardableResult
        static func register<Service>(_ type: Service.Type = Service.self, factory: @escaping () -> Service?) -> Options {
            factories.entries[ObjectIdentifier(type)] = factory
            return Options()
        }

        static func resolve<Service>(_ type: Service.Type = Service.self) -> Service {
            guard let service = factories.entries[ObjectIdentifier(type)]?() as? Service else { fatalError("not resolved") }
            return service
        }
    }

    final class Factories: @unchecked Sendable {  // each test has its own
        fileprivate var entries: [ObjectIdentifier: () -> Any?] = [:]
    }
}

private typealias OldResolver = FromResolver.OldResolver

extension FromResolver {
    @Suite struct GuideTests {
        private let container = Container { LoginAssembly() }

        @MainActor @Test(.container()) func `The module after the migration works`() throws {
            Container.shared.assemble { LoginAssembly() }
            try Container.shared.validate()
            let user = Container.shared.resolve(UserViewModel.self, arguments: UserID(7))
            #expect(user.id == UserID(7))
            #expect(AccountModel().login.network === user.login.network)
        }

        @Test func `What was inferred is said`() {
            container.register((any NetworkManager).self) { _ in URLSessionNetwork() }
            container.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
            container.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve()) }
            container.register((any Logger).self, name: .file, instance: FileLogger())
            container.register(TokenStore.self, .singleton, using: TokenStore.init)
            container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
            container.register(Profile.self, arguments: UserID.self, using: Profile.init)
            container.register(Avatar.self) { (_, id: UserID, size: Int) in Avatar(id, size) }
            container.contribute((any Plugin).self, using: SharePlugin.init)
            #expect(container.resolve((any LoginUseCase).self).network is URLSessionNetwork)
            #expect(container.resolve((any Logger).self, name: .file) is FileLogger)
            #expect(container.resolve((any TokenReader).self) === container.resolve(TokenStore.self))
            #expect(container.resolve(Profile.self, arguments: UserID(7)).id == UserID(7))
            #expect(container.resolve(Avatar.self, arguments: UserID(7), 64).size == 64)
            #expect(container.resolveAll((any Plugin).self).count == 1)
            #expect(container.resolveIfRegistered((any Analytics).self) == nil)
        }

        @Test func `A factory sets properties, and one that has nothing to give throws`() throws {
            container.register(Player.self) { r in
                let player = Player()
                player.network = try r.resolve((any NetworkManager).self)
                return player
            }
            #expect(container.resolve(Player.self).network is URLSessionNetwork)
            container.register((any KeychainManager).self) { _ in throw Refusal() }
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any KeychainManager).self) }
            #expect(error?.underlying is Refusal)
        }

        @Test func `Each scope has its lifetime`() {
            container.register(Till.self, .transient, using: Till.init)
            container.register(Cart.self, .graph, using: Cart.init)
            container.register(TokenStore.self, .singleton, using: TokenStore.init)
            container.register(ImageCache.self, .weak, using: ImageCache.init)
            container.register(Rates.self, .scoped(.trip), using: Rates.init)
            let till = container.resolve(Till.self)
            #expect(till.cart === till.display)
            #expect(container.resolve(TokenStore.self) === container.resolve(TokenStore.self))
            weak let gone = container.resolve(ImageCache.self)
            #expect(gone == nil)
            container.scopeContext.setCurrent(.trip, id: "seoul")
            let rates = container.resolve(Rates.self)
            container.scopeContext.clear(.trip)
            container.scopeContext.setCurrent(.trip, id: "seoul")
            #expect(container.resolve(Rates.self) !== rates)
        }

        @Test(.container(copying: Container { LoginAssembly() })) func `Properties inject`() throws {
            Container.shared.register((any Logger).self, name: .file, instance: FileLogger())
            let login: any LoginUseCase = Container.shared.resolve()
            let screen = Screen()
            #expect(screen.login.network === login.network)
            #expect(screen.logger is FileLogger)
            #expect(screen.chosen is FileLogger)
            #expect(screen.analytics == nil)
            let error = #expect(throws: ResolutionError.self) { try Container.shared.tryResolve((any Analytics)?.self) }
            #expect(error?.diagnosis.what == "(any Analytics)? is not registered.")
        }

        @Test func `A mock goes over the real one, and nothing else changes`() throws {
            let mocked = Container {
                LoginAssembly()
                MockAssembly()
            }
            try mocked.validate()
            #expect(mocked.resolve((any LoginUseCase).self).network is MockNetwork)
            container.withOverrides {
                $0.replace((any NetworkManager).self, with: MockNetwork())
            } operation: {
                #expect(container.resolve((any LoginUseCase).self).network is MockNetwork)
            }
            let child = Container(parent: container)
            child.register((any NetworkManager).self, instance: MockNetwork())
            #expect(child.resolve((any NetworkManager).self) is MockNetwork)
            #expect(container.resolve((any NetworkManager).self) is URLSessionNetwork)
            container.replace((any NetworkManager).self, with: MockNetwork())
            container.restoreAll()
            #expect(container.resolve((any NetworkManager).self) is URLSessionNetwork)
        }

        @Test(.container(copying: Container { LoginAssembly() })) func `Resolver asks Depot, and Depot asks Resolver`() {
            OldResolver.$factories.withValue(Factories()) {
                OldResolver.register { Container.shared.resolve((any NetworkManager).self) }.scope(.unique)  // Depot keeps the singleton
                let keychain = MemoryKeychain("old")
                OldResolver.register { keychain as any KeychainManager }.scope(.application)
                let network: any NetworkManager = OldResolver.resolve()
                #expect(network === Container.shared.resolve((any NetworkManager).self))
                Container.shared.assemble { OldServices() }
                #expect(Container.shared.resolve((any KeychainManager).self) === keychain)
            }
        }

        @Test func `Every example in the guide is in this file`() throws {
            try expectExamples(of: "Docs/Depot.docc/MigratingFromResolver.md", atLeast: 8)
            try expectTables(of: "Docs/Depot.docc/MigratingFromResolver.md", atLeast: 28)
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
