import Depot
import Testing

/// What a factory resolves in a scope, an override or a child of its own is over with that; what it was made from is not.
@Suite struct OwnScopeTests {
    private let container = makeStack()
    private let runs = Counter()

    private func register(_ make: @escaping @Sendable (Container) throws -> any Networked) {
        container.register(Client.self, .singleton) { [runs, unowned container] _ in
            runs.increment()
            return Client(try make(container).network)
        }
    }

    /// A replacement reaches the client, and restored, the first client is back.
    private func expectFollowed(replacing replace: (Container) -> Replacement, to tag: String = "mock") {
        let client = container.resolve(Client.self)
        #expect(client.network.tag == "real")
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 1)
        let replacement = replace(container)
        let other = container.resolve(Client.self)
        #expect(other.network.tag == tag)
        #expect(container.resolve(Client.self) === other)
        #expect(runs.value == 2)
        replacement.restore()
        #expect(container.resolve(Client.self) === client)
        #expect(runs.value == 2)
    }

    private func mocked(_ container: Container) -> Replacement { container.replace((any Network).self, with: MockNetwork()) }

    @Test func `R1 what a scoped service was made from in the container is followed, through others of the scope`() {
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        container.register(UseCase.self, .scoped(.request), using: UseCase.init)
        register { container in container.withScope(.request) { container.resolve(UseCase.self) } }
        expectFollowed(replacing: mocked)
    }

    @Test func `R1 so it is in a scope that the factory holds`() {
        container.register(Repository.self, .scoped(.session), using: Repository.init)
        register { container in
            let held = HeldScope(.session, id: "own", in: container)
            return held.withScope(.request) { container.resolve(Repository.self) }
        }
        expectFollowed(replacing: mocked)
    }

    @Test func `R1 the scoped service itself is followed`() {
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        register { container in container.withScope(.request) { container.resolve(Repository.self) } }
        expectFollowed { container in container.replace(Repository.self) { _ in Repository(MockNetwork()) } }
    }

    @Test func `R1 what was made in an override of the factory's own is followed`() {
        register { container in
            container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                _ = container.resolve(Keychain.self)
                return container.resolve(UseCase.self)
            }
        }
        expectFollowed(replacing: mocked)
    }

    @Test func `R1 R4 what the override replaces is not, and what depends on that is`() {
        container.register(Repository.self, .singleton) { r in
            _ = try r.resolve(Keychain.self)
            return Repository(try r.resolve())
        }
        register { container in
            container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                container.resolve(UseCase.self)
            }
        }
        let client = container.resolve(Client.self)
        let keychain = container.replace(Keychain.self, with: Keychain())
        #expect(container.resolve(Client.self) === client)
        keychain.restore()
        expectFollowed(replacing: mocked)
    }

    @Test func `R1 a replacement in which a scoped service was made ends with the client that saw it`() {
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        register { container in container.withScope(.request) { container.resolve(Repository.self) } }
        let replacement = mocked(container)
        weak let mocked = container.resolve(Client.self)
        #expect(mocked?.network.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Client.self).network.tag == "real")
        #expect(mocked == nil)
    }

    @Test func `G1 what a closure resolves in a scope of its own is not drawn as its own`() throws {
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        container.register(UseCase.self, .scoped(.request), using: UseCase.init)
        container.register(Screen.self, .scoped(.request), using: Screen.init)
        register { container in container.withScope(.request) { container.resolve(Repository.self) } }
        _ = container.resolve(Client.self)
        #expect(!container.graph.edges.contains { $0.to.description.contains("Repository") && $0.from.description.contains("Client") })
        #expect(throws: Never.self) { try container.validate() }
    }

    @Test func `R1 all that is registered for a type is followed where a child of the factory's own is asked`() {
        container.contribute((any Network).self) { _ in RealNetwork() }
        let counts = Counter()
        container.register(Client.self, .singleton) { [runs, unowned container] _ in
            runs.increment()
            let child = Container(parent: container)
            child.contribute((any Network).self) { _ in MockNetwork() }
            let all = child.resolveAll((any Network).self)
            for _ in all { counts.increment() }
            return Client(RealNetwork())
        }
        let client = container.resolve(Client.self)
        #expect(counts.value == 3)
        #expect(container.resolve(Client.self) === client)
        container.contribute((any Network).self) { _ in RealNetwork() }
        #expect(container.resolve(Client.self) !== client)
        #expect(counts.value == 7)
        #expect(runs.value == 2)
    }
}
