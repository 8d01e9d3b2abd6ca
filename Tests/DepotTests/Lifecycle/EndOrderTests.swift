import Depot
import Testing

/// S5, S7, C20: what ends waits for the disposals that are under way in it, whoever has begun them.
@Suite struct EndOrderTests {
    private final class Database: Disposable, Sendable {
        let log: Log
        init(_ log: Log) { self.log = log }
        func dispose() async { log.add("database") }
    }

    /// Uses its database until it is disposed, for so long that the database would be disposed first if anything let it.
    private final class Transaction: Disposable, Sendable {
        private let database: Database
        private let hasBegun: AsyncGate
        init(_ database: Database, _ hasBegun: AsyncGate) { (self.database, self.hasBegun) = (database, hasBegun) }

        func dispose() async {
            hasBegun.open()
            for _ in 0..<1_000 where database.log.all.isEmpty { await Task.yield() }
            database.log.add("transaction")
        }
    }

    private let container = Container()
    private let log = Log()
    private let hasBegun = AsyncGate()

    private func registerDatabase(_ lifetime: SharedLifetime = .singleton) {
        container.register(Database.self, lifetime) { [log] _ in Database(log) }
    }

    private func registerTransaction(in container: Container? = nil, _ lifetime: SharedLifetime) {
        let hasBegun = hasBegun
        (container ?? self.container).register(Transaction.self, lifetime) { r in Transaction(try r.resolve(), hasBegun) }
    }

    private func expectOrder(_ location: Testing.SourceLocation = #_sourceLocation) {
        #expect(log.all == ["transaction", "database"], sourceLocation: location)
    }

    private func child() -> Container {
        let child = Container(parent: container)
        registerTransaction(in: child, .singleton)
        _ = child.resolve(Transaction.self)
        return child
    }

    @Test func `C20 a parent that is closed waits for what a child that was released disposes`() async {
        registerDatabase()
        _ = child()
        await container.close()
        expectOrder()
    }

    @Test func `C20 a parent that is closed waits for a child that is being closed`() async {
        registerDatabase()
        let child = child()
        let closing = Task { await child.close() }
        await hasBegun.pass()
        await container.close()
        _ = await closing.value
        expectOrder()
    }

    @Test func `C20 a container that is closed waits for what was cleared, restored, released or registered anew`() async {
        for end in 0..<5 {
            let test = EndOrderTests()
            let container = test.container
            test.registerDatabase()
            test.registerTransaction([0: .scoped(.screen), 1: .scoped(.session), 4: .scoped(.session)][end] ?? .singleton)
            switch end {
            case 0:
                container.scopeContext.setCurrent(.screen, id: "a")
                _ = container.resolve(Transaction.self)
                container.scopeContext.clear(.screen)
            case 1:
                let held = HeldScope(.session, id: "ada", in: container)
                held.makeCurrent()
                _ = container.resolve(Transaction.self)
            case 2:
                let hasBegun = test.hasBegun
                let replacement = container.replace(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
                _ = container.resolve(Transaction.self)
                replacement.restore()
            case 3:
                _ = container.resolve(Transaction.self)
                test.registerTransaction(.singleton)
            default:
                synchronously { container.withScope(.session) { _ = container.resolve(Transaction.self) } }
            }
            await container.close()
            test.expectOrder()
        }
    }

    @Test func `S7 an async scope waits for what a synchronous one inside it disposes`() async throws {
        registerDatabase(.scoped(.session))
        registerTransaction(.scoped(.request))
        try await container.withScope(.session) {
            await Task.yield()
            synchronously { container.withScope(.request) { _ = container.resolve(Transaction.self) } }
        }
        expectOrder()
    }

    @Test func `S7 a session that is closed waits for a screen that was cleared`() async {
        registerDatabase(.scoped(.session))
        registerTransaction(.scoped(.screen))
        container.scopeContext.setCurrent(.session, id: "ada")
        container.scopeContext.setCurrent(.screen, id: "home")
        _ = container.resolve(Transaction.self)
        container.scopeContext.clear(.screen)
        await container.scopeContext.close(.session)
        expectOrder()
    }

    @Test func `S7 a session that is cleared waits for a screen that is being closed`() async {
        registerDatabase(.scoped(.session))
        registerTransaction(.scoped(.screen))
        container.scopeContext.setCurrent(.session, id: "ada")
        container.scopeContext.setCurrent(.screen, id: "home")
        _ = container.resolve(Transaction.self)
        let closing = Task { [container] in await container.scopeContext.close(.screen) }
        await hasBegun.pass()
        container.scopeContext.clear(.session)
        await container.settled()
        _ = await closing.value
        expectOrder()
    }

    @Test func `S7 what a session loses with a replacement is disposed after a screen that is being closed`() async {
        registerDatabase(.scoped(.session))
        registerTransaction(.scoped(.screen))
        let replacement = container.replace(Database.self) { [log] _ in Database(log) }
        container.scopeContext.setCurrent(.session, id: "ada")
        container.scopeContext.setCurrent(.screen, id: "home")
        _ = container.resolve(Transaction.self)
        let closing = Task { [container] in await container.scopeContext.close(.screen) }
        await hasBegun.pass()
        replacement.restore()
        await container.settled()
        _ = await closing.value
        expectOrder()
    }

    @Test func `S5 a session that has nothing to dispose waits for what is being disposed there`() async {
        registerDatabase()
        registerTransaction(.scoped(.session))
        let hasBegun = hasBegun
        let replacement = container.replace(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
        let session = HeldScope(.session, id: "ada", in: container)
        synchronously { session.withScope(.request) { _ = container.resolve(Transaction.self) } }
        replacement.restore()
        await session.close()
        log.add("closed")
        #expect(log.all == ["transaction", "closed"])
    }

    @Test(arguments: [false, true], [false, true])
    func `S5 C20 a child disposes what it has in a scope of its parent before or after its own scopes, as the kinds lie`(
        _ isOwnTheWider: Bool, _ isWiderFirst: Bool
    ) async {
        let child = Container(parent: container)
        child.register(Database.self, .scoped(.session)) { [log] _ in Database(log) }
        registerTransaction(in: child, .scoped(.screen))
        let (wider, narrower) = isOwnTheWider ? (child, container) : (container, child)
        if isWiderFirst { wider.scopeContext.setCurrent(.session, id: "ada") }
        narrower.scopeContext.setCurrent(.screen, id: "home")
        if !isWiderFirst { wider.scopeContext.setCurrent(.session, id: "ada") }
        _ = child.resolve(Transaction.self)
        await child.close()
        expectOrder()
    }

    @Test func `S5 C20 a child that closes inside its own request disposes that before what it has in its parent's session`() async throws {
        let child = Container(parent: container)
        child.register(Database.self, .scoped(.session)) { [log] _ in Database(log) }
        registerTransaction(in: child, .scoped(.request))
        try await container.withScope(.session) {
            try await child.withScope(.request) {
                _ = child.resolve(Transaction.self)
                await child.close()
                expectOrder()
            }
        }
    }

    @Test func `C6 C20 what a child gave in its parent's scope ends with the child, before what it was made from`() async throws {
        let (container, child, hasBegun) = (container, Container(parent: container), hasBegun)
        child.register(Database.self, .singleton) { [log] _ in Database(log) }
        child.register(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
        try await container.withScope(.request) {
            _ = child.resolve(Transaction.self)
            await child.close()
            expectOrder()
        }
        await container.close()
        expectOrder()
    }

    @Test func `C6 S5 or with the scope, where that ends first`() async throws {
        let (container, child, hasBegun) = (container, Container(parent: container), hasBegun)
        registerDatabase(.scoped(.request))
        child.register(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
        try await container.withScope(.request) { () async throws in _ = child.resolve(Transaction.self) }
        expectOrder()
        await child.close()
        expectOrder()
    }

    @Test func `S5 a scope that ends waits for what an override around it made in it, and a replacement that was restored`() async throws {
        for isOverride in [true, false] {
            let test = EndOrderTests()
            let (container, hasBegun) = (test.container, test.hasBegun)
            test.registerDatabase(.scoped(.session))
            test.registerTransaction(.scoped(.session))
            try await container.withScope(.session) {
                await Task.yield()
                synchronously {
                    if isOverride {
                        container.withOverrides {
                            $0.replace(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
                        } operation: {
                            _ = container.resolve(Transaction.self)
                        }
                    } else {
                        let replacement = container.replace(Transaction.self) { r in Transaction(try r.resolve(), hasBegun) }
                        _ = container.resolve(Transaction.self)
                        replacement.restore()
                    }
                }
            }
            test.expectOrder()
        }
    }

    @Test func `C20 settled waits for a close that somebody else awaits`() async {
        registerDatabase()
        registerTransaction(.singleton)
        _ = container.resolve(Transaction.self)
        let closing = Task { [container] in await container.close() }
        await hasBegun.pass()
        await container.settled()
        expectOrder()
        _ = await closing.value
    }

    @Test func `C17 a disposer may wait for a task that closes the same container or scope`() async throws {
        final class Server: Disposable, Sendable {
            let stopped = AsyncGate()
            let (task, ended): (Task<Void, Never>, AsyncGate)
            init(_ end: @escaping @Sendable () async -> Void) {
                let (stopped, ended) = (stopped, AsyncGate())
                self.ended = ended
                task = Task {
                    await stopped.pass()
                    await end()
                    ended.open()
                }
            }
            func dispose() async {
                stopped.open()
                await task.value
            }
        }
        let session = HeldScope(.session, id: "server", in: container)
        container.register(Server.self, name: "session", .scoped(.session)) { _ in Server { await session.close() } }
        container.register(Server.self, .singleton) { [unowned container] _ in Server { await container.close() } }
        _ = try await session.withScope(.request) { container.resolve(Server.self, name: "session") }
        await session.close()
        let server = container.resolve(Server.self)
        await container.close()
        await server.ended.pass()
    }

    @Test func `S5 requests that have nothing to do with each other are disposed at once`() async throws {
        final class Part: Disposable, Sendable {
            let meeting: Meeting
            init(_ meeting: Meeting) { self.meeting = meeting }
            func dispose() async { await meeting.wait() }
        }
        let meetings = [Meeting(of: 3), Meeting(of: 3)]
        let counter = Counter()
        container.register(Part.self, .scoped(.request)) { _ in Part(meetings[(counter.increment() - 1) / 3]) }
        // Each would wait for the others for ever.
        @Sendable func disposeThree() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask { [container] in
                        try await container.withScope(.request) { () async throws in _ = container.resolve(Part.self) }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await disposeThree()
        try await container.withScope(.session) { try await disposeThree() }
    }
}
