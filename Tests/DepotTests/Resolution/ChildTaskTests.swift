import Depot
import Testing

/// What an async factory asks the container for in tasks that it starts.
@Suite struct ChildTaskTests {
    private let container = Container()

    init() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Client.self, name: "closure") { r in Client(try r.resolve()) }
        container.register(Client.self, name: "function", using: Client.init)
        container.register(Client.self, name: "itself") { [unowned container] _ in Client(container.resolve()) }
        container.registerAsync(Client.self, name: "async") { r in
            await Task.yield()
            return Client(try await r.resolveAsync())
        }
        container.registerAsync(Client.self, name: "async, itself") { [unowned container] _ in
            async let network = container.resolveAsync((any Network).self)
            return Client(try await network)
        }
        container.register(Client.self, name: "singleton", .singleton) { r in Client(try r.resolve()) }
        container.register(Client.self, name: "graph", .graph) { r in Client(try r.resolve()) }
        container.registerAsync(Client.self, name: "async singleton", .singleton) { r in Client(try await r.resolveAsync()) }
    }

    /// A way in which a factory asks for its client in another task than its own.
    enum Way: CaseIterable {
        case child, group, task, childOfChild

        func client(from container: Container, _ name: Name) async throws -> Client {
            switch self {
            case .child:
                async let client = container.resolveAsync(Client.self, name: name)
                return try await client
            case .group:
                return try await withThrowingTaskGroup(of: Client.self) { group in
                    group.addTask { try await container.resolveAsync(Client.self, name: name) }
                    return try await group.next()!
                }
            case .task:
                return try await Task { try await container.resolveAsync(Client.self, name: name) }.value
            case .childOfChild:
                async let client = Way.child.client(from: container, name)
                return try await client
            }
        }
    }

    private static let clients: [Name] = [
        "closure", "function", "itself", "async", "async, itself", "singleton", "graph", "async singleton",
    ]

    private func registerRepository(_ way: Way, of name: Name) {
        container.registerAsync(Repository.self, .singleton) { [unowned container] _ in
            Repository(try await way.client(from: container, name).network)
        }
    }

    @Test(arguments: Way.allCases, clients) func `R1 R2 a replacement reaches what a factory made from what its tasks resolved`(
        way: Way, name: Name
    ) async throws {
        registerRepository(way, of: name)
        for _ in 0..<2 {
            let before = try await container.resolveAsync(Repository.self)
            #expect(before.network.tag == "real")
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let during = try await container.resolveAsync(Repository.self)
            #expect(during.network.tag == "mock")
            replacement.restore()
            let after = try await container.resolveAsync(Repository.self)
            #expect(after === before)
        }
    }

    @Test(arguments: Way.allCases, clients) func `R3 R9 what was first made in an override keeps none of its mocks`(
        way: Way, name: Name
    ) async throws {
        registerRepository(way, of: name)
        weak var mock: MockNetwork?
        try await container.withOverrides {
            let network = MockNetwork()
            mock = network
            $0.replace((any Network).self, with: network)
        } operation: {
            let inside = try await container.resolveAsync(Repository.self)
            #expect(inside.network.tag == "mock")
        }
        for _ in 0..<10_000 where mock != nil { await Task.yield() }
        #expect(mock == nil)
        let after = try await container.resolveAsync(Repository.self)
        #expect(after.network.tag == "real")
    }

    @Test func `R1 so does the registration of what was missing, and of one more of a kind`() async throws {
        container.registerAsync([String].self, .singleton) { [unowned container] _ in
            async let one = container.resolveIfRegistered(UserID.self)
            async let all = container.resolveAll(Int.self)
            return [await one.map { "\($0.value)" } ?? "nobody"] + (await all).map { "\($0)" }
        }
        container.register(Int.self, name: "one", instance: 1)
        let none = try await container.resolveAsync([String].self)
        #expect(none == ["nobody", "1"])
        container.register(Int.self, name: "two", instance: 2)
        let two = try await container.resolveAsync([String].self)
        #expect(two == ["nobody", "1", "2"])
        container.register(UserID.self, instance: UserID(7))
        let known = try await container.resolveAsync([String].self)
        #expect(known == ["7", "1", "2"])
    }

    @Test func `R1 a property that is injected in a child task is noted, too`() async throws {
        final class Page {
            @Inject var network: any Network
        }
        container.registerAsync(Repository.self, .singleton) { _ in
            async let network = Page().network
            return Repository(await network)
        }
        try await container.withOverrides { _ in
        } operation: {
            let before = try await container.resolveAsync(Repository.self)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let during = try await container.resolveAsync(Repository.self)
            #expect((before.network.tag, during.network.tag) == ("real", "mock"))
            replacement.restore()
        }
    }

    @Test func `C3 R9 what a task asks for that the factory does not await is no cycle, and what lives in a scope goes with that`()
        async throws
    {
        container.register(Log.self, .scoped(.request)) { _ in Log() }
        let left = Locked<Task<Repository, any Error>?>(nil)
        container.registerAsync(Repository.self, .singleton) { [unowned container] r in
            let asks = AsyncGate()
            let task = Task { [container] in
                _ = container.resolve(Log.self)
                asks.open()
                // Made once this factory, which does not wait for it, has returned.
                return try await container.resolveAsync(Repository.self)
            }
            left.withLock { $0 = task }
            await asks.pass()
            return Repository(try r.resolve())
        }
        weak var log: Log?
        let made = try await container.withScope(.request) {
            let made = try await container.resolveAsync(Repository.self)
            let found = try await left.withLock { $0 }?.value
            #expect(found === made)
            log = container.resolve(Log.self)
            #expect(log != nil)
            return made
        }
        for _ in 0..<10_000 where log != nil { await Task.yield() }
        #expect(log == nil)
        let after = try await container.resolveAsync(Repository.self)
        #expect(after === made)
    }

    @Test(arguments: Way.allCases) func `C18 a handle that a child task got does not keep the container`(way: Way) async throws {
        weak var released: Container?
        do {
            let container = Container()
            released = container
            container.register((any Network).self, .singleton) { _ in RealNetwork() }
            container.register(Client.self, name: "holder") { r in
                let later: Provider<any Network> = try r.resolve()
                return Client(HoldingNetwork(later))
            }
            container.registerAsync(Repository.self, .singleton) { [unowned container] _ in
                Repository(try await way.client(from: container, "holder").network)
            }
            let made = try await container.resolveAsync(Repository.self)
            #expect(made.network.tag == "real")
        }
        // The task of an async factory releases what it used when it ends, just after its waiters were told.
        for _ in 0..<10_000 where released != nil { await Task.yield() }
        #expect(released == nil)
    }

    @Test func `R1 what a task asks for after the factory has returned does not belong to it`() async throws {
        let gate = AsyncGate()
        let left = Locked<Task<Client, Never>?>(nil)
        container.registerAsync(Repository.self, .singleton) { [unowned container] _ in
            let task = Task { [container] in
                await gate.pass()
                return container.resolve(Client.self, name: "closure")
            }
            left.withLock { $0 = task }
            return Repository(RealNetwork())
        }
        let store = try await container.resolveAsync(Repository.self)
        gate.open()
        _ = await left.withLock { $0 }?.value
        container.replace((any Network).self, with: MockNetwork())
        let after = try await container.resolveAsync(Repository.self)
        #expect(after === store)
    }
}

/// Asks for the network when it is asked.
private final class HoldingNetwork: Network {
    private let network: Provider<any Network>
    var tag: String { network().tag }

    init(_ network: Provider<any Network>) {
        self.network = network
    }
}
