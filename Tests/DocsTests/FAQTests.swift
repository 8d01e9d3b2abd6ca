import Depot
import DepotTesting
import Foundation
import Observation
import Testing

// The code of Docs/Depot.docc/FAQ.md, compiled and run; the last test compares the two.

@Suite struct FAQTests {
    private let container = TestApp.container.copy()

    struct BaseURL: Sendable {
        let url: URL
    }

    final class OfflineNetwork: NetworkManager {
        func post(_ path: String) async throws -> String { "offline" }
    }

    struct OfflineAssembly: Assembly {
        var dependencies: [any Assembly] { [AppAssembly()] }

        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, .singleton, overriding: true, using: OfflineNetwork.init)
        }
    }

    struct CarelessAssembly: Assembly {
        var dependencies: [any Assembly] { [AppAssembly()] }

        func assemble(_ container: Container) {
            container.register((any NetworkManager).self, .singleton, using: OfflineNetwork.init)
        }
    }

    struct ParserError: Error {}

    final class Parser: Sendable {
        let login: any LoginUseCase

        init(_ login: any LoginUseCase) throws(ParserError) {
            guard login is DefaultLoginUseCase else { throw ParserError() }
            self.login = login
        }
    }

    @MainActor @Observable
    final class AccountModel {
        @ObservationIgnored @Inject var login: any LoginUseCase
        var message = ""
    }

    @Test func `Three ways to resolve`() throws {
        let login = container.resolve((any LoginUseCase).self)  // stops the process
        let sameLogin = try container.tryResolve((any LoginUseCase).self)  // throws
        let analytics = container.resolveIfRegistered((any Analytics).self)  // nil, if it is not registered
        #expect(login === sameLogin)
        #expect(analytics == nil)
    }

    @Test func `A value type has a type of its own or a name`() {
        container.register(BaseURL.self, instance: BaseURL(url: URL(filePath: "/api")))
        container.register(Int.self, name: "retries", instance: 3)
        container.register(RetryingLogin.self) { r in RetryingLogin(try r.resolve(), retries: try r.resolve(name: "retries")) }
        #expect(container.resolve(BaseURL.self).url.path == "/api")
        #expect(container.resolve(RetryingLogin.self).retries == 3)
    }

    @Test func `An initializer with a typed throws is wrapped in a closure`() throws {
        container.register(Parser.self, using: { (login: any LoginUseCase) in try Parser(login) })  // init(_:) throws(ParserError)
        try container.validate()
        #expect(container.resolve(Parser.self).login is DefaultLoginUseCase)
    }

    @Test func `A function with written types is not opaque`() throws {
        container.register(Profile.self) { r in Profile(UserID(7), try r.resolve()) }  // opaque until it has run
        container.register(RetryingLogin.self, using: { (login: any LoginUseCase) in RetryingLogin(login, retries: 3) })  // known at once
        #expect(container.graph.opaque.map(\.name) == ["Profile"])
        _ = container.resolve(Profile.self)
        #expect(container.graph.opaque.isEmpty)
    }

    @Test func `The default is transient`() {
        container.register(ImageCache.self, using: ImageCache.init)
        #expect(container.resolve(ImageCache.self) !== container.resolve(ImageCache.self))
        container.register(ImageCache.self, .singleton, using: ImageCache.init)
        #expect(container.resolve(ImageCache.self) === container.resolve(ImageCache.self))
    }

    @Test(.container(copying: Container { AppAssembly() }) { $0.replace((any NetworkManager).self, with: MockNetwork("Welcome.")) })
    func `a login is greeted`() async throws {
        let login = Container.shared.resolve((any LoginUseCase).self)
        #expect(try await login.logIn(name: "ada", password: "right") == "Welcome.")
    }

    @Test func `A cycle is an error, and a Lazy breaks it`() throws {
        container.register(Chicken.self, .singleton, using: Chicken.init)  // init(_ egg: Lazy<Egg>)
        container.register(Egg.self, .singleton, using: Egg.init)  // init(_ chicken: Chicken)
        #expect(container.resolve(Egg.self).chicken.egg() === container.resolve(Egg.self))
    }

    @Test func `Two assemblies may not register one type, unless one says so`() async throws {
        let error = #expect(throws: ValidationError.self) { try Container { CarelessAssembly() }.validate() }
        #expect(error?.problems.map(\.kind) == [.duplicate])
        let app = Container { OfflineAssembly() }
        try app.validate()
        #expect(try await app.resolve((any NetworkManager).self).post("/") == "offline")
    }

    @Test(.container(copying: Container { AppAssembly() })) @MainActor func `An observable model`() {
        let model = AccountModel()
        #expect(model.login === Container.shared.resolve((any LoginUseCase).self))
        #expect(model.message.isEmpty)
    }

    @Test func `An async singleton is built at the start`() async throws {
        container.replace((any NetworkManager).self, with: MockNetwork("memory"))
        container.registerAsync(Database.self, .singleton) { r in try await Database(r.resolve()) }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Database.self) }
        try await container.start()
        #expect(container.resolve(Database.self).url == "memory")
    }

    @Test func `The guide has no code that is not here`() throws {
        try expectExamples(of: "Docs/Depot.docc/FAQ.md", atLeast: 8)
    }
}
