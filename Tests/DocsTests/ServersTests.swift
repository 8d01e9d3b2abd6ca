import Depot
import Testing

/// The code of Docs/Depot.docc/Servers.md is from the examples RequestScopes and Observed, which are compiled and tested in their folders.
@Suite struct ServersTests {
    @Test func `Every example in the article is in a server that is compiled and tested`() throws {
        let requestScopes = ["App/Assemblies", "App/Main", "Server/RequestScopeMiddleware", "Server/Routes", "Sessions/SessionScopes"]
        let observed = [
            "Sources/Observed/Server/Server", "Tests/ObservedTests/ServerTests", "Tests/ObservedTests/TaskTests",
        ]
        try expectExamples(
            of: "Docs/Depot.docc/Servers.md", atLeast: 7,
            alsoIn: requestScopes.map { "../../Docs/Examples/RequestScopes/Sources/RequestScopes/\($0).swift" }
                + observed.map { "../../Docs/Examples/Observed/\($0).swift" })
    }

    @Test func `Code that is not compiled here is marked, and short`() throws {
        let blocks = try blocks("swift vapor", of: "Docs/Depot.docc/Servers.md")
        #expect(blocks.count == 1)
        #expect(blocks.allSatisfy { $0.split(separator: "\n").count <= 16 })
    }

    @Test func `Closing the container closes a session that is held, and disposes the singletons after it`() async throws {
        let container = Container()
        let log = EventLog()
        container.register(Pool.self, .singleton) { _ in Pool("the pool", log) }
        container.register(Basket.self, .scoped(.session), using: Basket.init)
        container.register(EventLog.self, instance: log)
        let session = HeldScope(.session, id: "ada", in: container)
        try await session.withScope(.request) { _ = container.resolve(Basket.self) }
        let failures = await container.close()
        #expect(log.lines == ["the basket", "the pool"])
        #expect(failures.isEmpty)
        #expect(!session.isOpen)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Pool.self) }
    }
}

private final class Pool: Disposable, Sendable {
    private let name: String
    private let log: EventLog

    init(_ name: String, _ log: EventLog) {
        self.name = name
        self.log = log
    }

    func dispose() async throws { log.add(name) }
}

private final class Basket: Disposable, Sendable {
    private let log: EventLog

    init(_ pool: Pool, _ log: EventLog) {
        self.log = log
    }

    func dispose() async throws { log.add("the basket") }
}
