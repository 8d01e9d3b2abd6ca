import Depot
import DepotTesting
import Foundation
import Testing

// The code of Docs/Depot.docc/MigratingFromYourOwn.md, compiled and run; the last test compares the two.

enum FromYourOwn {
    final class DIContainer: Sendable {  // its callers stay as they are
        static let shared = DIContainer()

        func register<Service>(
            _ type: Service.Type, file: StaticString = #fileID, line: UInt = #line, _ make: @escaping @Sendable () -> Service
        ) {
            Container.shared.register(type, file: file, line: line) { _ in make() }
        }

        func registerSingleton<Service: Sendable>(
            _ type: Service.Type, file: StaticString = #fileID, line: UInt = #line, _ make: @escaping @Sendable () -> Service
        ) {
            Container.shared.register(type, .singleton, file: file, line: line) { _ in make() }
        }

        func resolve<Service>(_ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line) -> Service {
            Container.shared.resolve(type, file: file, line: line)
        }
    }

    struct AppDependencies {  // was a class of lazy variables
        static let shared = AppDependencies()

        var network: any NetworkManager { Container.shared.resolve() }
        var login: any LoginUseCase { Container.shared.resolve() }

        @MainActor func makeUserViewModel(id: UserID) -> UserViewModel {
            Container.shared.resolve(UserViewModel.self, arguments: id)
        }
    }

    struct LoginAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
            container.register((any LoginUseCase).self, .singleton, in: .useCase, using: DefaultLoginUseCase.init)
            container.register(UserViewModel.self, arguments: UserID.self, in: .viewModel, using: UserViewModel.init)
        }
    }

    struct MockAssembly: Assembly {
        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, overriding: true) { _ in MockNetwork() }
        }
    }

    struct Account: Sendable {
        let name: String
    }

    final class UserSession: Sendable {
        let account: Account

        init(_ account: Account) { self.account = account }
    }

    final class Screen {
        @Inject(.onInit) var login: any LoginUseCase
    }

    final class Gallery {
        let makeProfile: Factory<Profile, UserID>

        init(_ makeProfile: Factory<Profile, UserID>) { self.makeProfile = makeProfile }
    }

    struct OldServices: Assembly {  // what the old container still has
        func assemble(_ container: Container) {
            container.register((any KeychainManager).self, onMainActor: { _ in OldDependencies.shared.keychain })
        }
    }

    /// An old container of lazy variables, as it was.
    @MainActor
    final class OldDependencies {
        static let shared = OldDependencies()
        lazy var keychain: any KeychainManager = MemoryKeychain("old")
    }
}

extension FromYourOwn {
    @Suite struct GuideTests {
        private let container = Container { LoginAssembly() }

        @MainActor @Test(.container(copying: Container { LoginAssembly() })) func `The lazy variables are a thin type`() throws {
            let container = Container.shared
            try container.validate()
            let user = AppDependencies.shared.makeUserViewModel(id: UserID(7))
            #expect(user.login === AppDependencies.shared.login)
            #expect(user.login.network === AppDependencies.shared.network)
        }

        @Test(.container()) func `The dictionary of closures is a thin type, and its closures are observed`() {
            DIContainer.shared.registerSingleton((any NetworkManager).self) { URLSessionNetwork() }
            DIContainer.shared.registerSingleton((any LoginUseCase).self) { DefaultLoginUseCase(DIContainer.shared.resolve()) }
            DIContainer.shared.register(RetryingLogin.self) { RetryingLogin(DIContainer.shared.resolve(), retries: 3) }
            let login = DIContainer.shared.resolve((any LoginUseCase).self)
            #expect(DIContainer.shared.resolve((any LoginUseCase).self) === login)
            #expect(DIContainer.shared.resolve(RetryingLogin.self).login === login)
            Container.shared.replace((any NetworkManager).self, with: MockNetwork())
            #expect(DIContainer.shared.resolve((any LoginUseCase).self).network is MockNetwork)
            #expect(DIContainer.shared.resolve(RetryingLogin.self).login.network is MockNetwork)
            Container.shared.restoreAll()
            #expect(DIContainer.shared.resolve((any LoginUseCase).self) === login)
        }

        @Test(.container()) func `A failure names the caller's line`() throws {
            DIContainer.shared.register(RetryingLogin.self) { RetryingLogin(Container.shared.resolve(), retries: 3) }
            let node = try #require(Container.shared.graph.nodes.first)
            #expect(node.source?.description.contains("FromYourOwnTests.swift") == true)
            #expect(node.source?.description.hasSuffix(":\(#line - 3)") == true)
        }

        @Test func `Each shape has a registration`() {
            container.register((any NetworkManager).self) { _ in URLSessionNetwork() }
            container.register((any LoginUseCase).self, .singleton, using: DefaultLoginUseCase.init)
            container.register(RetryingLogin.self) { r in try RetryingLogin(r.resolve(), retries: 3) }
            container.register(Profile.self, arguments: UserID.self, using: Profile.init)
            container.register((any KeychainManager).self, instance: MemoryKeychain("secret"))
            container.register((any Logger).self, name: "file", instance: FileLogger())
            container.register(ImageCache.self, .weak, using: ImageCache.init)
            container.contribute((any Plugin).self, using: SharePlugin.init)
            container.register(Gallery.self, using: Gallery.init)
            #expect(container.resolve((any LoginUseCase).self) === container.resolve(RetryingLogin.self).login)
            #expect(container.resolve(Profile.self, arguments: UserID(7)).id == UserID(7))
            #expect(container.resolve(Gallery.self).makeProfile(UserID(8)).id == UserID(8))
            #expect(container.resolve((any KeychainManager).self).token == "secret")
            #expect(container.resolve((any Logger).self, name: "file") is FileLogger)
            #expect(container.resolveAll((any Plugin).self).count == 1)
            #expect(container.resolveIfRegistered((any Analytics).self) == nil)
            weak let gone = container.resolve(ImageCache.self)
            #expect(gone == nil)
        }

        @MainActor @Test func `What is not Sendable belongs to the main actor`() throws {
            container.register((any Router).self, .singleton, onMainActor: { _ in AppRouter() })
            #expect(container.resolve((any Router).self) === container.resolve((any Router).self))
            #expect(try container.tryResolve((any Router).self).screens == ["start"])
        }

        @Test func `What is set at login is given to a session`() async throws {
            container.expect(Account.self, in: .session)
            container.register(UserSession.self, .scoped(.session), using: UserSession.init)
            container.scopeContext.setCurrent(.session, id: "ada", providing: { $0.provide(Account.self, Account(name: "ada")) })
            #expect(container.resolve(UserSession.self).account.name == "ada")
            await container.scopeContext.close(.session)
            #expect(throws: ResolutionError.self) { try container.tryResolve(UserSession.self) }
        }

        @Test func `A flag becomes an assembly`() throws {
            let isMock = true
            let container = Container {
                LoginAssembly()
                if isMock { MockAssembly() }
            }
            try container.validate()
            #expect(container.resolve((any LoginUseCase).self).network is MockNetwork)
        }

        @MainActor @Test func `Depot asks the old container, and the old call sites ask Depot`() async throws {
            let container = Container { OldServices() }
            #expect(container.resolve((any KeychainManager).self) === OldDependencies.shared.keychain)
            let token = try await Task.detached { @concurrent in
                #expect(throws: ResolutionError.self) { try container.tryResolve((any KeychainManager).self) }
                return try await container.resolveAsync((any KeychainManager).self).token
            }.value
            #expect(token == "old")
        }

        @Test(.container(copying: Container { LoginAssembly() })) func `A wrapper of one's own becomes Inject`() {
            #expect(Screen().login === Container.shared.resolve((any LoginUseCase).self))
        }

        @Test func `A factory that asks the old way stops the process, with the path`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DIContainer.shared.register((any LoginUseCase).self) { DefaultLoginUseCase(DIContainer.shared.resolve()) }
                DIContainer.shared.register((any NetworkManager).self) { LoggingNetwork(DIContainer.shared.resolve()) }
                _ = try? Container.shared.tryResolve((any LoginUseCase).self)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("any LoginUseCase (DocsTests/FromYourOwnTests.swift"))
            #expect(text.contains("any NetworkManager needs itself"), "\(text.prefix(600))")
        }

        @Test func `The class is not the protocol`() {
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(URLSessionNetwork.self) }
            #expect(error?.diagnosis.fix.contains("any NetworkManager") == true)
        }

        @Test func `Every example in the guide is in this file`() throws {
            try expectExamples(of: "Docs/Depot.docc/MigratingFromYourOwn.md", atLeast: 8)
            try expectTables(of: "Docs/Depot.docc/MigratingFromYourOwn.md", atLeast: 15)
        }
    }

    @Suite(.container(copying: Container { LoginAssembly() }))
    struct LoginTests {
        @Test(.container { $0.replace((any NetworkManager).self, with: MockNetwork("Welcome.")) })
        func `a login is greeted`() async throws {
            let login = AppDependencies.shared.login  // code that has not moved yet
            #expect(try await login.logIn(name: "ada", password: "right") == "Welcome.")
        }

        @Test func `the graph is whole`() throws {
            try Container.shared.validate()
        }
    }
}
