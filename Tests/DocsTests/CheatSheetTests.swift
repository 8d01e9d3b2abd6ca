import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

// The code of Docs/Depot.docc/CheatSheet.md, compiled and run; the last test compares the two.

private struct ItemID: Hashable, Sendable {
    let value: Int

    init(_ value: Int) {
        self.value = value
    }
}

private final class Draft: Sendable {
    let item: ItemID

    init(_ item: ItemID) {
        self.item = item
    }
}

private final class Trail: Sendable {}

private struct LoginAssembly: Assembly {
    var dependencies: [any Assembly] { [EdgeAssembly()] }
    func assemble(_ container: Container) {}  // register …
    func assembled(_ container: Container) {}  // decorate what is there now …
}

private final class Screen {
    @Inject var login: any LoginUseCase  // at the first access; or .onInit, .onEveryAccess
}

private struct Greeter {
    @Dependency(\.date) var date
    @Shared(.appStorage("visits")) var visits = 0
    func greet() { $visits.withLock { $0 += 1 } }
}

@Suite(.container(copying: Container { LoginAssembly() }) { $0.replace((any NetworkManager).self, with: MockNetwork()) })
struct CheatSheetTests {
    private let container = makeContainer()

    @MainActor
    @Test func `Every form of a registration can be resolved`() async throws {
        container.register((any NetworkManager).self, .singleton, using: URLSessionNetwork.init)  // parameters are dependencies
        container.register(RetryingLogin.self) { r in try RetryingLogin(r.resolve(), retries: 3) }  // a closure
        container.register((any KeychainManager).self, instance: MemoryKeychain("secret"))  // an instance that exists
        container.register(Profile.self, arguments: UserID.self, using: Profile.init)  // with a runtime argument
        container.register(LoginViewModel.self, using: LoginViewModel.init)  // a main-actor initializer
        container.register((any Router).self, .singleton, onMainActor: { _ in AppRouter() })  // a main-actor closure
        container.registerAsync(Database.self, .singleton, using: Database.init(_:))  // async
        container.register((any Logger).self, name: "audit", instance: FileLogger())  // by name
        container.alias((any TokenReader).self, to: TokenStore.self) { $0 }  // one instance, two types
        container.contribute((any Plugin).self, using: SharePlugin.init)  // one of many
        container.decorate((any NetworkManager).self, using: LoggingNetwork.init)  // wraps what is registered
        container.register(Draft.self, .scoped(.screen), using: Draft.init)  // one for each screen
        container.expect(ItemID.self, in: .screen)  // provided where a screen is opened

        container.register(TokenStore.self, .singleton, using: TokenStore.init)
        #expect(container.resolve((any NetworkManager).self) is LoggingNetwork)
        #expect(container.resolve(RetryingLogin.self).retries == 3)
        #expect(container.resolve((any Router).self).screens == ["start"])
        #expect(container.resolve((any TokenReader).self) is TokenStore)
        #expect(container.resolve(LoginViewModel.self).message.isEmpty)
        container.scopeContext.setCurrent(.screen, id: "Detail", providing: { $0.provide(ItemID.self, ItemID(7)) })
        #expect(container.resolve(Draft.self).item == ItemID(7))
        container.scopeContext.clear(.screen)

        let login = container.resolve((any LoginUseCase).self)  // stops the process if it fails
        let inferred: any LoginUseCase = container.resolve()
        let thrown = try container.tryResolve((any LoginUseCase).self)  // throws if it fails
        let maybe = container.resolveIfRegistered((any Analytics).self)  // nil while nothing is registered
        let profile = container.resolve(Profile.self, arguments: UserID(7))
        let audit = container.resolve((any Logger).self, name: "audit")
        let plugins = container.resolveAll((any Plugin).self)
        let database = try await container.resolveAsync(Database.self)  // async and main-actor services, too
        #expect(login.network === inferred.network && thrown.network === login.network)
        #expect(maybe == nil && profile.id == UserID(7) && audit is FileLogger)
        #expect(plugins.map(\.label) == ["share"] && database.url == "live")
    }

    @Test func `An app is assembled, checked, started and closed`() async throws {
        let app = Container { LoginAssembly() }  // or Container.shared.assemble { LoginAssembly() }
        try app.validate()  // all problems at once; makes nothing
        try await app.start()  // makes eager and async singletons
        await app.close()  // disposes what it made
        #expect(throws: ResolutionError.self) { try app.tryResolve((any NetworkManager).self) }
    }

    @Test func `A property resolves from the container in effect`() {
        Container.shared.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
        #expect(Screen().login.network is LoggingNetwork == false && Screen().login.network is MockNetwork)
    }

    @Test func `Scopes are opened in three ways`() async throws {
        container.register(Trail.self, .scoped(.request), using: Trail.init)
        container.expect(ItemID.self, in: .screen)
        try await container.withScope(.request, id: "r-1") { _ = container.resolve(Trail.self) }  // ends with the operation
        container.scopeContext.setCurrent(.screen, id: "Detail", providing: { $0.provide(ItemID.self, ItemID(7)) })
        container.scopeContext.clear(.screen)
        let session = HeldScope(.session, id: "ada", in: container)  // ends when `session` is released
        try await session.withScope(.request) { _ = container.resolve(Trail.self) }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Trail.self) }
    }

    @Test func `A service is replaced for a while, for one task, or in a copy`() {
        container.replace((any NetworkManager).self, with: MockNetwork())  // until restoreAll()
        container.replace((any LoginUseCase).self) { r in DefaultLoginUseCase(try r.resolve()) }
        container.restoreAll()
        container.withOverrides {
            $0.replace((any NetworkManager).self, with: MockNetwork())
        } operation: {
            #expect(container.resolve((any LoginUseCase).self).network is MockNetwork)  // this task only
        }
        let fresh = container.copy()  // same registrations, no instances
        #expect(fresh.resolve((any NetworkManager).self) !== container.resolve((any NetworkManager).self))
    }

    @Test func `A container is looked into`() {
        container.register(RetryingLogin.self) { r in try RetryingLogin(r.resolve(), retries: 3) }
        print(container.report)  // registrations, instances, open scopes
        print(container.graph.tree)  // also .mermaid, .dot
        let observation = container.observe { event in print(event) }
        observation.end()
        let (model, trace) = container.trace { container.resolve(RetryingLogin.self) }
        print(trace)  // what was made, and how long it took
        #expect(model.retries == 3)
        #expect(trace.steps.first?.name == "RetryingLogin")
        #expect(container.report.contains("RetryingLogin") && container.graph.tree.contains("RetryingLogin"))
    }

    @Test func `Values are overridden, and state is shared`() {
        let noon = Date(timeIntervalSince1970: 43_200)
        withDependencies {
            $0.date = .constant(noon)
        } operation: {
            #expect(Greeter().date.now == noon)
        }
        Greeter().greet()
        #expect(Greeter().visits == 1)
    }

    @Test func `Every example on the sheet is in this file`() throws {
        try expectExamples(of: "Docs/Depot.docc/CheatSheet.md", atLeast: 11)
    }
}

private func makeContainer() -> Container {
    let container = Container()
    container.register((any NetworkManager).self, .singleton, using: URLSessionNetwork.init)
    container.register((any LoginUseCase).self, using: DefaultLoginUseCase.init)
    return container
}
