import Depot
import Testing

/// What a factory makes for itself while it runs, a child or a held scope, is over with it.
@Suite struct OwnChildTests {
    private let container = makeStack()
    private let runs = Counter()

    private func register(_ make: @escaping @Sendable (Container) throws -> any Networked) {
        container.register(Client.self, .singleton) { [runs, unowned container] _ in
            runs.increment()
            return Client(try make(container).network)
        }
    }

    @Test(arguments: [true, false]) func `C8 C18 a factory may make a child, and end it`(isClosed: Bool) async throws {
        container.registerAsync(Client.self, .singleton) { [runs, unowned container] _ in
            runs.increment()
            let child = Container(parent: container)
            child.register(Keychain.self, .singleton, using: Keychain.init)
            _ = child.resolve(Keychain.self)
            let repository = child.resolve(Repository.self)
            if isClosed { await child.close() }
            return Client(repository.network)
        }
        let client = try await container.resolveAsync(Client.self)
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 1)
    }

    @Test func `C6 a Lazy that a factory got of its child keeps that`() {
        container.register(ClientHolder.self, .singleton) { [unowned container] _ in
            let child = Container(parent: container)
            child.register(Client.self, .singleton, using: Client.init)
            return ClientHolder(child.resolve(Lazy<Client>.self))
        }
        #expect(container.resolve(ClientHolder.self).client().network.tag == "real")
    }

    @Test func `C18 a factory may replace something in its child, and resolve what depends on it`() throws {
        register { container in
            let child = Container(parent: container)
            child.register(Log.self, .singleton, using: Log.init)
            child.register(Repository.self, .singleton) { r in
                _ = try r.resolve(Log.self)
                return Repository(try r.resolve())
            }
            child.replace(Log.self, with: Log())
            return child.resolve(Repository.self)
        }
        let client = try container.tryResolve(Client.self)
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 1)
    }

    @Test func `R1 what the child's services were made from in the container is followed`() throws {
        container.register(Log.self, using: Log.init)
        register { container in
            let child = Container(parent: container)
            child.register(Repository.self, .singleton) { r in
                _ = try r.resolve(Log.self)
                return Repository(try r.resolve())
            }
            child.register(UseCase.self, .singleton, using: UseCase.init)
            return child.resolve(UseCase.self)
        }
        let client = container.resolve(Client.self)
        #expect(client.network.tag == "real")
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Client.self).network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(Client.self) === client)
        container.replace(Log.self, with: Log())
        #expect(container.resolve(Client.self) !== client)
        #expect(runs.value == 3)
    }

    @Test func `R7 what a child that lasts has is followed as long as it lasts`() {
        let child = Container(parent: container)
        child.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Client.self, .singleton) { [runs, unowned child] r in
            runs.increment()
            _ = child.resolve(Keychain.self)
            return Client(try r.resolve())
        }
        let client = container.resolve(Client.self)
        child.register(Keychain.self, .singleton, using: Keychain.init)
        #expect(container.resolve(Client.self) !== client)
        #expect(runs.value == 2)
    }

    /// What is registered in a child that is shared inside the operation, and is made from what it captures.
    private func inChild(_ lifetime: RegisteredLifetime, _ operation: (Container, Captured) -> Void) {
        let child = Container(parent: container)
        let captured = Captured()
        do {
            let log = Log()
            captured.log = log
            switch lifetime {
            case .singleton: child.register(Keychain.self, .singleton) { _ in withExtendedLifetime(log) { Keychain() } }
            case .transient: child.register(Keychain.self) { _ in withExtendedLifetime(log) { Keychain() } }
            }
        }
        child.withScope(.request) { operation(child, captured) }
    }

    private final class Captured {
        weak var log: Log?
    }

    enum RegisteredLifetime: CaseIterable { case singleton, transient }

    @Test(arguments: RegisteredLifetime.allCases)
    func `C18 C1 a singleton that was made from what a child has outlives that as it is`(_ lifetime: RegisteredLifetime) {
        container.register(Log.self, using: Log.init)
        register { container in
            _ = Container.shared.resolve(Keychain.self)
            return container.resolve(Repository.self)
        }
        var (client, left): (Client?, Captured?)
        inChild(lifetime) { child, captured in
            client = child.resolve(Client.self)
            left = captured
            #expect(captured.log != nil)
        }
        #expect(left?.log == nil)
        container.replace(Log.self, with: Log())
        #expect(container.resolve(Client.self) === client)
        container.replace((any Network).self, with: MockNetwork())
        inChild(lifetime) { _, _ in #expect(container.resolve(Client.self).network.tag == "mock") }
        container.restoreAll()
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 2)
    }

    @Test(arguments: RegisteredLifetime.allCases)
    func `R1 what a child had registered anew does not come back when it goes`(_ lifetime: RegisteredLifetime) {
        register { container in
            _ = Container.shared.resolve(Keychain.self)
            return container.resolve(Repository.self)
        }
        inChild(lifetime) { child, _ in
            let client = child.resolve(Client.self)
            child.register(Keychain.self, .singleton, using: Keychain.init)
            let other = child.resolve(Client.self)
            #expect(other !== client)
            child.register(Keychain.self, .singleton, using: Keychain.init)
        }
        inChild(lifetime) { child, _ in
            let client = child.resolve(Client.self)
            #expect(runs.value == 3)
            #expect(container.resolve(Client.self) === client)
        }
    }

    @Test func `R1 nor does what was made from something that the child has made anew meanwhile`() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        register { container in
            _ = Container.shared.resolve(Log.self)
            return container.resolve(Repository.self)
        }
        container.register(Log.self, using: Log.init)
        var client: Client?
        inChild(.singleton) { child, _ in
            child.register(Log.self, .singleton) { r in
                _ = try r.resolve(Keychain.self)
                return Log()
            }
            client = child.resolve(Client.self)
            child.register(Keychain.self, .singleton, using: Keychain.init)
            _ = child.resolve(Log.self)
        }
        container.withScope(.request) { #expect(container.resolve(Client.self) !== client) }
    }

    @Test func `S12 a factory may hold a scope of its own, and end it`() throws {
        container.register(Keychain.self, .scoped(.session)) { _ in Keychain() }
        register { container in
            let session = HeldScope(.session, id: "job", in: container)
            return try session.withScope(.request) {
                _ = try container.tryResolve(Keychain.self)
                return container.resolve(Repository.self)
            }
        }
        let client = try container.tryResolve(Client.self)
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 1)
    }

    @Test func `S12 what a factory takes from a held scope that was there is made anew when that ends`() {
        container.register(Keychain.self, .scoped(.session)) { _ in Keychain() }
        var session: HeldScope? = HeldScope(.session, id: "job", in: container)
        session?.withScope(.request) { _ = container.resolve(Keychain.self) }
        let held = Locked(session)
        register { container in
            held.withLock { $0 }?.withScope(.request) { _ = container.resolve(Keychain.self) }
            return container.resolve(Repository.self)
        }
        let client = container.resolve(Client.self)
        #expect(container.resolve(Client.self) === client)
        held.withLock { $0 = nil }
        session = nil
        #expect(container.resolve(Client.self) !== client)
        #expect(runs.value == 2)
    }

    /// Resolves and counts when it goes.
    private final class Resolving: Sendable {
        private let onEnd: @Sendable () -> Void

        init(_ container: Container, _ ended: Counter) {
            onEnd = { [unowned container] in
                _ = container.resolve((any Network).self)
                ended.increment()
            }
        }

        deinit { onEnd() }
    }

    @Test func `C17 what such a child had is released outside every lock`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let (container, ended) = (makeStack(), Counter())
            container.register(Client.self, .singleton) { [unowned container] r in
                let child = Container(parent: container)
                child.register(Resolving.self, .singleton) { [unowned container] _ in Resolving(container, ended) }
                _ = child.resolve(Resolving.self)
                child.replace(Resolving.self) { [unowned container] _ in Resolving(container, ended) }
                _ = child.resolve(Resolving.self)
                return Client(try r.resolve())
            }
            _ = container.resolve(Client.self)
            if ended.value != 2 { Issue.record("\(ended.value) of 2 have gone.") }
        }
    }
}
