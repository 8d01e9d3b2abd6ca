import Depot
import Testing

/// A container goes with its last owner, whoever built what first.
@Suite struct OwnershipTests {
    /// A singleton that keeps every handle there is.
    private final class Keeper: Sendable {
        let lazy: Lazy<Client>
        let provider: Provider<Client>
        let resolver: Resolver
        let member: Census.Member

        init(_ lazy: Lazy<Client>, _ provider: Provider<Client>, _ resolver: Resolver, _ member: Census.Member) {
            self.lazy = lazy
            self.provider = provider
            self.resolver = resolver
            self.member = member
        }
    }

    /// Something that is made with the singleton inside.
    private final class Outer: Sendable {
        let keeper: Keeper

        init(_ keeper: Keeper) {
            self.keeper = keeper
        }
    }

    private func makeContainer(_ census: Census) -> Container {
        let container = Container()
        container.register((any Network).self, .singleton) { _ in CountedNetwork("real", census) }
        container.register(Client.self, using: Client.init)
        container.register(Keeper.self, .singleton) { r in
            try Keeper(r.resolve(), r.resolve(), r, Census.Member(census))
        }
        return container
    }

    @Test func `C6 C18 a container goes whose singleton with handles was first made in a transient`() {
        let census = Census()
        do {
            let container = makeContainer(census)
            container.register(Outer.self, using: Outer.init)
            #expect(container.resolve(Outer.self).keeper.lazy().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test func `C6 C18 a container goes whose singleton with handles was first made in a closure`() {
        let census = Census()
        do {
            let container = makeContainer(census)
            container.register(Outer.self) { r in try Outer(r.resolve()) }
            #expect(container.resolve(Outer.self).keeper.lazy().network.tag == "real")
            _ = container.resolve(Outer.self).keeper.provider()
        }
        #expect(census.alive == 0)
    }

    @Test func `C6 C18 a container goes whose singleton with handles was first made in a graph`() {
        let census = Census()
        do {
            let container = makeContainer(census)
            container.register(Outer.self, .graph, using: Outer.init)
            #expect(container.resolve(Outer.self).keeper.lazy().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test func `C6 C18 a container goes whose singleton with handles was first made in a scope`() async throws {
        let census = Census()
        do {
            let container = makeContainer(census)
            container.register(Outer.self, .scoped(.request), using: Outer.init)
            synchronously {
                container.withScope(.request) {
                    #expect(Container.shared.resolve(Outer.self).keeper.lazy().network.tag == "real")
                }
            }
            try await container.withScope(.request) { () async throws in
                #expect(Container.shared.resolve(Outer.self).keeper.lazy().network.tag == "real")
            }
        }
        #expect(census.alive == 0)
    }

    @Test func `C6 C18 a container goes whose singleton with handles was first made by an async service`() async throws {
        let census = Census()
        do {
            let container = makeContainer(census)
            container.registerAsync(Outer.self, .singleton) { r in
                await Task.yield()
                return try Outer(r.resolve())
            }
            #expect(try await container.resolveAsync(Outer.self).keeper.lazy().network.tag == "real")
        }
        // The task of an async factory releases what it used when it ends, just after its waiters were told.
        for _ in 0..<10_000 where census.alive > 0 { await Task.yield() }
        #expect(census.alive == 0)
    }

    /// How a factory asks the container itself for its handles.
    enum Asking: CaseIterable {
        case blocking, awaiting, inChildTask
    }

    @Test(arguments: Asking.allCases) func `C6 C18 a container goes whose singleton was given its handles by the container itself`(
        asking: Asking
    ) async throws {
        let census = Census()
        do {
            let container = makeContainer(census)
            switch asking {
            case .blocking:
                container.register(Keeper.self, name: "own", .singleton) { [unowned container] r in
                    Keeper(container.resolve(), container.resolve(), r, Census.Member(census))
                }
            case .awaiting:
                container.registerAsync(Keeper.self, name: "own", .singleton) { [unowned container] r in
                    try await Keeper(container.resolveAsync(), container.resolveAsync(), r, Census.Member(census))
                }
            case .inChildTask:
                container.registerAsync(Keeper.self, name: "own", .singleton) { [unowned container] r in
                    async let lazy = container.resolveAsync(Lazy<Client>.self)
                    async let provider = container.resolveAsync(Provider<Client>.self)
                    return try await Keeper(lazy, provider, r, Census.Member(census))
                }
            }
            try await container.withOverrides { _ in
            } operation: {
                let keeper = try await container.resolveAsync(Keeper.self, name: "own")
                #expect(keeper.lazy().network.tag == "real")
            }
            let keeper = try await container.resolveAsync(Keeper.self, name: "own")
            #expect(keeper.provider().network.tag == "real")
        }
        for _ in 0..<10_000 where census.alive > 0 { await Task.yield() }
        #expect(census.alive == 0)
    }

    @Test func `C6 C18 a child and its parent go whose singletons with handles were made in an override`() {
        let census = Census()
        do {
            let parent = makeContainer(census)
            let child = Container(parent: parent)
            child.register(Outer.self, .singleton, using: Outer.init)
            child.withOverrides {
                $0.replace(Client.self) { r in Client(try r.resolve()) }
            } operation: {
                #expect(Container.shared.resolve(Outer.self).keeper.lazy().network.tag == "real")
            }
            #expect(child.resolve(Outer.self).keeper.lazy().network.tag == "real")
        }
        #expect(census.alive == 0)
    }

    @Test func `C16 a Lazy that was asked before says after the end that its container is closed`() async {
        let container = makeStack()
        container.register(ClientHolder.self, .singleton, using: ClientHolder.init)
        container.register(Client.self, .singleton, using: Client.init)
        let (holder, own) = (container.resolve(ClientHolder.self), container.resolve(Lazy<Client>.self))
        #expect(holder.client() === own())
        await container.close()
        #expect(failure { () throws(ResolutionError) in try holder.client.get() }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try own.get() }?.kind == "closed")
    }

    @Test func `C18 a handle that outlives its container says that it is closed`() {
        let census = Census()
        var keeper: Keeper?
        do {
            let container = makeContainer(census)
            container.register(Outer.self, using: Outer.init)
            keeper = container.resolve(Outer.self).keeper
        }
        #expect(failure { () throws(ResolutionError) in try keeper?.lazy.get() }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try keeper?.provider.get() }?.kind == "closed")
        #expect(failure { () throws(ResolutionError) in try keeper?.resolver.resolve(Client.self) }?.kind == "closed")
        keeper = nil
        #expect(census.alive == 0)
    }
}
