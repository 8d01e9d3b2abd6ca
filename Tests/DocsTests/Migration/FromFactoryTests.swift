import Depot
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing
import XCTest

// The code of Docs/Depot.docc/MigratingFromFactory.md, compiled and run; the last test compares the two.

enum FromFactory {
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

    struct DebugAssembly: Assembly {
        func assemble(_ container: Container) {
            container.decorate((any NetworkManager).self, using: LoggingNetwork.init)
        }
    }

    final class Screen {
        @Inject var login: any LoginUseCase
        @Inject(.onEveryAccess) var network: any NetworkManager
        @Inject var analytics: (any Analytics)?
    }

    @MainActor @Observable
    final class ScreenModel {
        @ObservationIgnored @Inject var login: any LoginUseCase
    }

    final class LoginService: Sendable {
        private let login = Inject<any LoginUseCase>()
        var network: any NetworkManager { login.wrappedValue.network }
    }

    /// Has those calls of FactoryKit's `Container` that the guide makes.
    final class OldContainer: Sendable {
        typealias OldFactory = FromFactory.OldFactory
        static let shared = OldContainer()

        func callAsFunction<T>(_ make: @escaping () -> T) -> OldFactory<T> { OldFactory(make: make) }
    }

    struct OldFactory<T> {
        let make: () -> T

        func callAsFunction() -> T { make() }
    }
}

private typealias OldContainer = FromFactory.OldContainer

extension OldContainer {
    var keychain: OldFactory<any KeychainManager> { self { MemoryKeychain("old") } }
}

extension OldContainer {
    var network: OldFactory<any NetworkManager> {
        self { Depot.Container.shared.resolve((any NetworkManager).self) }  // no scope: Depot keeps the singleton
    }
}

extension FromFactory {
    struct OldServices: Assembly {  // what Factory still has
        func assemble(_ container: Depot.Container) {
            container.register((any KeychainManager).self) { _ in OldContainer.shared.keychain() }
        }
    }

    @Suite struct GuideTests {
        private let container = Container { LoginAssembly() }

        @MainActor @Test(.container) func `The module after the migration works`() throws {
            Container.shared.assemble { LoginAssembly() }
            try Container.shared.validate()
            let user = Container.shared.resolve(UserViewModel.self, arguments: UserID(7))
            #expect(user.id == UserID(7))
            #expect(AccountModel().login.network === user.login.network)
        }

        @Test func `A factory of a container is a registration`() {
            container.register((any NetworkManager).self) { _ in URLSessionNetwork() }
            container.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
            container.register(String.self, name: "apiKey", instance: "12345")
            container.register(Profile.self, arguments: UserID.self, using: Profile.init)
            container.register(Avatar.self, .singleton) { (_, id: UserID, size: Int) in Avatar(id, size) }
            container.decorate((any NetworkManager).self) { base, _ in LoggingNetwork(base) }
            container.contribute((any Plugin).self, using: SharePlugin.init)
            #expect(container.resolve((any LoginUseCase).self).network is LoggingNetwork)
            #expect(container.resolve(String.self, name: "apiKey") == "12345")
            #expect(container.resolve(Profile.self, arguments: UserID(7)).id == UserID(7))
            #expect(container.resolve(Avatar.self, arguments: UserID(7), 64) !== container.resolve(Avatar.self, arguments: UserID(8), 64))
            #expect(container.resolveAll((any Plugin).self).count == 1)
            #expect(container.resolveIfRegistered((any Analytics).self) == nil)
            #expect(Container(parent: container).resolve(String.self, name: "apiKey") == "12345")
        }

        @Test func `What is observed comes as events`() {
            let log = EventLog()
            let observation = container.observe { event in log.add("\(event)") }
            container.register(TokenStore.self, using: TokenStore.init)
            observation.end()
            #expect(log.lines.count == 1)
            let traced = container.trace { container.resolve((any LoginUseCase).self) }
            #expect("\(traced.trace)".contains("NetworkManager"))
        }

        @Test func `Each scope has its lifetime`() {
            let clock = HandClock()
            container.register(Till.self, .transient, using: Till.init)
            container.register(Cart.self, .graph, using: Cart.init)
            container.register(TokenStore.self, .singleton, using: TokenStore.init)
            container.register(ImageCache.self, .weak, using: ImageCache.init)
            container.register(Profile.self, .scoped(.session)) { r in try Profile(UserID(7), r.resolve()) }
            container.register(Rates.self, .cached(for: .seconds(60)), using: Rates.init)
            #expect(container.resolve(Rates.self) === container.resolve(Rates.self))
            container.register(Rates.self, .cached(for: .seconds(60), clock: clock), using: Rates.init)
            let till = container.resolve(Till.self)
            #expect(till.cart === till.display)
            weak let gone = container.resolve(ImageCache.self)
            #expect(gone == nil)
            #expect(container.copy().resolve(TokenStore.self) !== container.resolve(TokenStore.self))
            container.scopeContext.setCurrent(.session, id: "ada")
            let profile = container.resolve(Profile.self)
            container.scopeContext.clear(.session)
            container.scopeContext.setCurrent(.session, id: "ada")
            #expect(container.resolve(Profile.self) !== profile)
            let rates = container.resolve(Rates.self)
            clock.turn(by: .seconds(40))
            #expect(container.resolve(Rates.self) === rates)
            clock.turn(by: .seconds(40))
            #expect(container.resolve(Rates.self) !== rates)
        }

        @MainActor @Test(.container(copying: Container { LoginAssembly() })) func `Properties inject`() async throws {
            Container.shared.register(LoginViewModel.self, using: LoginViewModel.init)
            let inferred: any LoginUseCase = Container.shared.resolve()
            #expect(Screen().login.network === inferred.network)
            #expect(Screen().network === inferred.network)
            #expect(Screen().analytics == nil)
            #expect(ScreenModel().login.network === inferred.network)
            #expect(LoginService().network === inferred.network)
            #expect(Container.shared.resolve(LoginViewModel.self).message == "")
            let container = Container.shared
            let model = try await Task.detached { @concurrent in try await container.resolveAsync(LoginViewModel.self) }.value
            #expect(model.login.network === inferred.network)
        }

        @Test(.container) func `The bootstrap chooses the assemblies`() throws {
            withDependencies {
                $0.context = .preview
            } operation: {
                @Dependency(\.context) var context  // live, test or preview
                Container.shared.assemble {
                    LoginAssembly()
                    if context == .preview { MockAssembly() }
                    if CommandLine.arguments.contains("mock1") { MockAssembly() }
                    #if DEBUG
                        DebugAssembly()
                    #endif
                }
            }
            try Container.shared.validate()
            let network = Container.shared.resolve((any NetworkManager).self)
            #expect(((network as? LoggingNetwork)?.base ?? network) is MockNetwork)
        }

        @Test(.container(copying: Container { LoginAssembly() })) func `Factory asks Depot, and Depot asks Factory`() {
            let network = Container.shared.resolve((any NetworkManager).self)
            #expect(OldContainer.shared.network() === network)
            Container.shared.assemble { OldServices() }
            #expect(Container.shared.resolve((any KeychainManager).self).token == "old")
        }

        @Test(.container(copying: Container { LoginAssembly() })) func `A property resolves at its first access, or at init`() {
            let (early, late) = (AccountModel(), Screen())
            Container.shared.replace((any NetworkManager).self, with: MockNetwork())
            #expect(early.login.network is URLSessionNetwork)
            #expect(late.login.network is MockNetwork)
            let made = container.withOverrides {
                $0.replace((any NetworkManager).self, with: MockNetwork())
            } operation: {
                Screen()
            }
            #expect(
                container.withOverrides { _ in
                } operation: {
                    made.login.network
                } is URLSessionNetwork)
        }

        @Test func `A mock reaches what is kept, and restoring brings it back`() {
            container.register(RetryingLogin.self, .singleton) { r in try RetryingLogin(r.resolve(), retries: 3) }
            let real = container.resolve(RetryingLogin.self)
            container.replace((any NetworkManager).self, with: MockNetwork())
            #expect(container.resolve(RetryingLogin.self).login.network is MockNetwork)
            container.restoreAll()
            #expect(container.resolve(RetryingLogin.self) === real)
            container.withOverrides {
                $0.replace((any NetworkManager).self, with: MockNetwork())
            } operation: {
                #expect(container.resolve(RetryingLogin.self).login.network is MockNetwork)
            }
        }

        @Test func `A singleton's injected property follows the session, and one on init is refused`() throws {
            final class Document: Sendable {}
            final class Editor: Sendable {
                let document = Inject<Document>()
            }
            final class Keeper: Sendable {
                let document: Document
                init(_ document: Document) { self.document = document }
            }
            container.register(Document.self, .scoped(.session), using: Document.init)
            container.register(Editor.self, .singleton, using: Editor.init)
            let editor = container.resolve(Editor.self)
            let documents = (0..<2).map { _ in
                container.withScope(.session) {
                    let document = editor.document.wrappedValue
                    #expect(editor.document.wrappedValue === document)
                    return document
                }
            }
            #expect(documents[0] !== documents[1])
            container.register(Keeper.self, .singleton, using: Keeper.init)
            let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Keeper.self) }
            #expect(error?.diagnosis.what == "Keeper (singleton) would keep Document (scoped to session) for longer than that lives.")
        }

        @Test func `Every example in the guide is in this file`() throws {
            try expectExamples(of: "Docs/Depot.docc/MigratingFromFactory.md", atLeast: 8)
            try expectTables(of: "Docs/Depot.docc/MigratingFromFactory.md", atLeast: 32)
        }
    }
}

extension FromFactory {
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

final class FromFactoryFreshXCTests: XCTestCase {
    override func invokeTest() {
        let app = Container { AppAssembly() }
        app.copy().withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork())
        } operation: {
            super.invokeTest()
        }
    }

    func testAMock() {
        XCTAssertTrue(Container.shared.resolve((any NetworkManager).self) is MockNetwork)
    }
}

final class FromFactoryXCTests: XCTestCase {
    override class func setUp() {
        Container.shared.assemble { AppAssembly() }
    }

    override func tearDown() {
        Container.shared.restoreAll()
    }

    func testAMock() {
        replace((any NetworkManager).self, with: MockNetwork())
        XCTAssertTrue(Container.shared.resolve((any NetworkManager).self) is MockNetwork)
    }
}
