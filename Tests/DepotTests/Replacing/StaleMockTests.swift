import Depot
import Testing

/// The mock is registered, and what was made before must not go on with the real thing.
@Suite struct StaleMockTests {
    /// Replaces the network and restores it, looking at a service before, meanwhile and after.
    private func expectToFollow<Service: Networked>(
        _ container: Container, _ sourceLocation: SourceLocation = #_sourceLocation, _ resolve: () -> Service
    ) {
        let before = resolve()
        #expect(before.network.tag == "real", sourceLocation: sourceLocation)
        for _ in 0..<3 {
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let mocked = resolve()
            #expect(mocked !== before, sourceLocation: sourceLocation)
            #expect(mocked.network.tag == "mock", sourceLocation: sourceLocation)
            #expect(resolve() === mocked, sourceLocation: sourceLocation)
            replacement.restore()
            #expect(resolve() === before, sourceLocation: sourceLocation)
            #expect(before.network.tag == "real", sourceLocation: sourceLocation)
        }
    }

    @Test func `R1 a direct dependent is rebuilt and comes back`() {
        let container = makeStack()
        expectToFollow(container) { container.resolve(Repository.self) }
    }

    @Test func `R1 a dependent three levels up is rebuilt and comes back`() {
        let container = makeStack()
        expectToFollow(container) { container.resolve(Screen.self) }
    }

    @Test func `R1 a dependent through closures is rebuilt and comes back`() {
        let container = makeStack()
        container.register(Repository.self, .singleton) { r in try Repository(r.resolve()) }
        container.register(UseCase.self, .singleton) { r in try UseCase(r.resolve()) }
        expectToFollow(container) { container.resolve(UseCase.self) }
    }

    @Test func `R1 a dependent through transients is rebuilt and comes back`() {
        let container = makeStack()
        container.register(Repository.self) { r in try Repository(r.resolve()) }
        container.register(UseCase.self, using: UseCase.init)
        for _ in 0..<3 { _ = container.resolve(UseCase.self) }
        expectToFollow(container) { container.resolve(Screen.self) }
    }

    @Test func `R1 a dependent through a graph instance that another one made is rebuilt and comes back`() {
        struct Both: Sendable {
            let first: First
            let second: Second
        }
        final class First: Sendable {
            let repository: Repository
            init(_ repository: Repository) { self.repository = repository }
        }
        final class Second: Networked {
            let repository: Repository
            var network: any Network { repository.network }
            init(_ repository: Repository) { self.repository = repository }
        }
        let container = makeStack()
        container.register(Repository.self, .graph, using: Repository.init)
        container.register(First.self, .singleton, using: First.init)
        container.register(Second.self, .singleton, using: Second.init)
        container.register(Both.self, using: Both.init)
        expectToFollow(container) { container.resolve(Both.self).second }
    }

    @Test func `R1 a dependent by Lazy is rebuilt and comes back`() {
        final class Holder: Networked {
            let lazy: Lazy<any Network>
            var network: any Network { lazy() }
            init(_ lazy: Lazy<any Network>) { self.lazy = lazy }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        expectToFollow(container) { container.resolve(Holder.self) }
    }

    @Test func `R1 a Lazy of something that depends on the key follows`() {
        final class Holder: Networked {
            let lazy: Lazy<UseCase>
            var network: any Network { lazy().network }
            init(_ lazy: Lazy<UseCase>) { self.lazy = lazy }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        let holder = container.resolve(Holder.self)
        #expect(holder.network.tag == "real")
        let replacement = container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Holder.self).network.tag == "mock")
        #expect(holder.network.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Holder.self) === holder)
        #expect(holder.network.tag == "real")
    }

    @Test func `R1 a Lazy that is first forced under a replacement follows back`() {
        final class Holder: Sendable {
            let lazy: Lazy<UseCase>
            init(_ lazy: Lazy<UseCase>) { self.lazy = lazy }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        let holder = container.resolve(Holder.self)
        container.replace((any Network).self, with: MockNetwork())
        #expect(holder.lazy().network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(Holder.self) === holder)
        #expect(holder.lazy().network.tag == "real")
    }

    @Test func `R1 a dependent by Provider is rebuilt and comes back`() {
        final class Holder: Networked {
            let provider: Provider<any Network>
            var network: any Network { provider() }
            init(_ provider: Provider<any Network>) { self.provider = provider }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        expectToFollow(container) { container.resolve(Holder.self) }
    }

    @Test func `R1 a dependent by Factory makes what is in effect`() {
        final class Maker: Sendable {
            let factory: Factory<Screen, UserID>
            init(_ factory: Factory<Screen, UserID>) { self.factory = factory }
        }
        let container = makeStack()
        container.register(Screen.self) { (r, _: UserID) in try Screen(r.resolve()) }
        container.register(Maker.self, .singleton, using: Maker.init)
        let maker = container.resolve(Maker.self)
        #expect(maker.factory(UserID(1)).network.tag == "real")
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(Maker.self).factory(UserID(1)).network.tag == "mock")
        #expect(maker.factory(UserID(1)).network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(Maker.self) === maker)
        #expect(maker.factory(UserID(1)).network.tag == "real")
    }

    @Test func `R1 a dependent through an alias is rebuilt and comes back`() {
        final class Holder: Networked {
            let inner: any Networked
            var network: any Network { inner.network }
            init(_ inner: any Networked) { self.inner = inner }
        }
        let container = makeStack()
        container.alias((any Networked).self, to: Repository.self) { $0 }
        container.register(Holder.self, .singleton, using: Holder.init)
        expectToFollow(container) { container.resolve(Holder.self) }
    }

    @Test func `R1 a dependent through a decorator is rebuilt and comes back`() {
        let container = makeStack()
        let keychain = container.resolve(Keychain.self)
        container.decorate(Keychain.self) { base, _ in base }
        container.decorate(Repository.self) { base, _ in Repository(base.network) }
        expectToFollow(container) { container.resolve(UseCase.self) }
        #expect(container.resolve(Keychain.self) !== keychain)
    }

    @Test func `R1 what only the decorator depends on counts too`() {
        final class Logged: Networked {
            let network: any Network
            init(_ network: any Network) { self.network = network }
        }
        let container = makeStack()
        container.register(Logged.self, .singleton) { _ in Logged(RealNetwork()) }
        container.decorate(Logged.self) { _, r in try Logged(r.resolve()) }
        expectToFollow(container) { container.resolve(Logged.self) }
    }

    @Test func `R1 a weak dependent is rebuilt and comes back`() {
        let container = makeStack()
        container.register(UseCase.self, .weak, using: UseCase.init)
        expectToFollow(container) { container.resolve(UseCase.self) }
    }

    @Test func `R1 a cached dependent is rebuilt and comes back`() {
        let container = makeStack()
        container.register(UseCase.self, .cached(for: .seconds(60), clock: TurnableClock()), using: UseCase.init)
        expectToFollow(container) { container.resolve(UseCase.self) }
    }

    @Test func `R1 an eager dependent is rebuilt and comes back`() async throws {
        let container = makeStack()
        container.register(UseCase.self, .eager, using: UseCase.init)
        try await container.start()
        expectToFollow(container) { container.resolve(UseCase.self) }
    }

    @Test func `R1 a dependent for one value of its arguments is rebuilt and comes back`() {
        let container = makeStack()
        container.register(UseCase.self, .singleton) { (r, _: UserID) in try UseCase(r.resolve()) }
        let other = container.resolve(UseCase.self, arguments: UserID(2))
        expectToFollow(container) { container.resolve(UseCase.self, arguments: UserID(1)) }
        #expect(container.resolve(UseCase.self, arguments: UserID(2)) === other)
    }

    @Test func `R1 a dependent by a collection is rebuilt and comes back`() {
        final class Holder: Networked {
            let all: [any Networked]
            var network: any Network { all[0].network }
            init(_ all: [any Networked]) { self.all = all }
        }
        let container = makeStack()
        container.contribute((any Networked).self, .singleton) { r in try r.resolve(Repository.self) }
        container.register(Holder.self, .singleton, using: Holder.init)
        expectToFollow(container) { container.resolve(Holder.self) }
    }

    @Test func `R1 a dependent by an optional is rebuilt and comes back`() {
        final class Holder: Networked {
            let network: any Network
            init(_ network: (any Network)?) { self.network = network ?? MockNetwork("none") }
        }
        let container = makeStack()
        container.register(Holder.self, .singleton, using: Holder.init)
        expectToFollow(container) { container.resolve(Holder.self) }
    }

    @Test func `R1 an async singleton is rebuilt and comes back`() async throws {
        final class Database: Networked {
            let network: any Network
            init(_ network: any Network) async { self.network = network }
        }
        let container = makeStack()
        container.registerAsync(Database.self, .singleton, using: Database.init)
        container.registerAsync(Screen.self, .singleton) { r in
            Screen(UseCase(Repository(try await r.resolveAsync(Database.self).network)))
        }
        let before = try await container.resolveAsync(Screen.self)
        let database = try await container.resolveAsync(Database.self)
        let replacement = container.replace((any Network).self, with: MockNetwork())
        #expect(throws: ResolutionError.self) { try container.tryResolve(Screen.self) }
        let mocked = try await container.resolveAsync(Screen.self)
        #expect(mocked.network.tag == "mock")
        #expect(container.resolve(Screen.self) === mocked)
        replacement.restore()
        #expect(container.resolve(Screen.self) === before)
        #expect(container.resolve(Database.self) === database)
    }

    @Test func `R1 an async singleton that is itself replaced comes back`() async throws {
        let container = makeStack()
        container.registerAsync((any Network).self, .singleton) { _ in RealNetwork() }
        container.registerAsync(Repository.self, .singleton, using: Repository.init)
        let before = try await container.resolveAsync(Repository.self)
        let replacement = container.replaceAsync((any Network).self) { _ in MockNetwork() }
        #expect(try await container.resolveAsync(Repository.self).network.tag == "mock")
        replacement.restore()
        #expect(container.resolve(Repository.self) === before)
        container.replace((any Network).self, with: MockNetwork("sync"))
        #expect(try await container.resolveAsync(Repository.self).network.tag == "sync")
        container.restoreAll()
        #expect(try await container.resolveAsync(Repository.self) === before)
    }

    @Test func `R1 a factory that asks the container and not its resolver is followed`() {
        let container = makeStack()
        container.register(Repository.self, .singleton) { [unowned container] _ in Repository(container.resolve()) }
        container.register(UseCase.self, .singleton) { [unowned container] _ in UseCase(container.resolve()) }
        expectToFollow(container) { container.resolve(UseCase.self) }
    }

    @Test func `R1 an async factory that asks the container and not its resolver is followed`() async throws {
        let container = makeStack()
        container.registerAsync(Repository.self, .singleton) { [unowned container] _ in
            await Task.yield()
            return Repository(container.resolve())
        }
        let before = try await container.resolveAsync(Repository.self)
        container.replace((any Network).self, with: MockNetwork())
        #expect(try await container.resolveAsync(Repository.self).network.tag == "mock")
        container.restoreAll()
        #expect(try await container.resolveAsync(Repository.self) === before)
    }

    @Test func `R1 a resolver that another thread uses for the factory is followed`() {
        let container = makeStack()
        container.register(Repository.self, .singleton) { r in
            try onThread { Swift.Result { Repository(try r.resolve()) } }.get()
        }
        expectToFollow(container) { container.resolve(Repository.self) }
    }

    @Test func `R1 what depends on the key through a parent's singleton is rebuilt and comes back`() {
        let container = makeStack()
        let child = Container(parent: container)
        child.register(Screen.self, .singleton, using: Screen.init)
        expectToFollow(container) { child.resolve(Screen.self) }
        expectToFollow(container) { container.resolve(Screen.self) }
        #expect(child.resolve(UseCase.self) === container.resolve(UseCase.self))
    }

    @Test func `R1 what does not depend on the key stays`() {
        let container = makeStack()
        let keychain = container.resolve(Keychain.self)
        let screen = container.resolve(Screen.self)
        container.replace(Repository.self, with: Repository(MockNetwork()))
        #expect(container.resolve(Screen.self) !== screen)
        #expect(container.resolve(Keychain.self) === keychain)
        #expect(container.resolve((any Network).self) === screen.network)
    }
}
