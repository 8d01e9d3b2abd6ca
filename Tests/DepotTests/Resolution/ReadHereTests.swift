import Depot
import Testing

/// Singletons and transients that were resolved often, and so are read without the lock, where a run notes them or an override answers.
@Suite struct ReadHereTests {
    private let container = Container()

    init() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(Client.self, using: Client.init)
        for _ in 0..<3 { _ = (container.resolve((any Network).self), container.resolve(Client.self)) }
    }

    @Test func `R3 an override answers for what the container reads without the lock`() {
        container.withOverrides {
            $0.replace((any Network).self, with: MockNetwork())
        } operation: {
            #expect(container.resolve((any Network).self).tag == "mock")
            #expect(container.resolve(Client.self).network.tag == "mock")
            // Another container has none of it.
            let other = Container()
            other.register((any Network).self, .singleton) { _ in RealNetwork() }
            for _ in 0..<3 { #expect(other.resolve((any Network).self).tag == "real") }
        }
        #expect(container.resolve((any Network).self).tag == "real")
    }

    @Test func `R3 it answers the child tasks of its operation, and no others`() async {
        await container.withOverrides {
            $0.replace((any Network).self) { _ in MockNetwork() }
        } operation: {
            async let child = container.resolve((any Network).self).tag
            let inChild = await child
            let elsewhere = await Task.detached { [container] in container.resolve((any Network).self).tag }.value
            #expect(inChild == "mock")
            #expect(elsewhere == "real")
        }
        #expect(container.resolve((any Network).self).tag == "real")
    }

    @Test func `R1 what an async factory resolves by the container itself is what it is made from`() async throws {
        container.registerAsync(Store.self, .singleton) { [unowned container] _ in
            await Task.yield()
            return Store(container.resolve((any Network).self))
        }
        container.registerAsync(Client.self, name: "async") { [unowned container] _ in
            await Task.yield()
            return container.resolve(Client.self)
        }
        container.registerAsync(Store.self, name: "of an async client", .singleton) { r in
            Store(try await r.resolveAsync(Client.self, name: "async").network)
        }
        for name: Name? in [nil, "of an async client"] {
            let before = try await container.resolveAsync(Store.self, name: name)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let during = try await container.resolveAsync(Store.self, name: name)
            #expect(during.network.tag == "mock")
            replacement.restore()
            let after = try await container.resolveAsync(Store.self, name: name)
            #expect(after === before)
        }
    }

    @Test func `R1 so is what a resolver resolves on another thread while its factory runs`() {
        container.register(Store.self, .singleton) { r in
            let found = Locked<(any Network)?>(nil)
            join(
                startThread {
                    let network = try? r.resolve((any Network).self)
                    found.withLock { $0 = network }
                })
            return Store(found.withLock { $0 } ?? MockNetwork("none"))
        }
        container.register(Store.self, name: "by a client", .singleton) { r in
            let found = Locked<Client?>(nil)
            join(
                startThread {
                    let client = try? r.resolve(Client.self)
                    found.withLock { $0 = client }
                })
            return Store(found.withLock { $0 }?.network ?? MockNetwork("none"))
        }
        for name: Name? in [nil, "by a client"] {
            let before = container.resolve(Store.self, name: name)
            #expect(before.network.tag == "real")
            let replacement = container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(Store.self, name: name).network.tag == "mock")
            replacement.restore()
            #expect(container.resolve(Store.self, name: name) === before)
        }
    }

    @Test func `What a closure's first run resolves on another thread is in the graph`() {
        container.register(Client.self, name: "by another thread") { r in
            let found = Locked<(any Network)?>(nil)
            join(
                startThread {
                    let network = try? r.resolve((any Network).self)
                    found.withLock { $0 = network }
                })
            return Client(found.withLock { $0 } ?? MockNetwork("none"))
        }
        _ = container.resolve(Client.self, name: "by another thread")
        #expect(container.graph.dependencies(of: Client.self, name: "by another thread").map(\.name) == ["any Network"])
    }

    @Test func `C1 R1 R3 what others build, override or observe is nothing to a reader`() async throws {
        let (entered, mayEnd) = (Gate(), Gate())
        container.register(Store.self, .singleton) { r in
            entered.open()
            mayEnd.pass()
            return Store(try r.resolve())
        }
        let before = container.resolve((any Network).self)
        let builder = startThread { [container] in _ = container.resolve(Store.self) }
        entered.pass()
        #expect(container.resolve((any Network).self) === before)
        #expect(container.resolve(Client.self).network === before)
        let replacement = container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve((any Network).self).tag == "mock")
        replacement.restore()
        #expect(container.resolve((any Network).self) === before)
        mayEnd.open()
        join(builder)
        let resolved = Counter()
        let observation = container.observe { event in if case .resolved = event { resolved.increment() } }
        _ = (container.resolve((any Network).self), container.resolve(Client.self))
        #expect(resolved.value == 3)
        observation.end()
        _ = container.resolve((any Network).self)
        #expect(resolved.value == 3)
    }
}

/// Keeps a network.
private final class Store: Sendable {
    let network: any Network

    init(_ network: any Network) {
        self.network = network
    }
}
