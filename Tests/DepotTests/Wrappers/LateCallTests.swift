import Depot
import Testing

/// What a `Lazy`, `Provider` or `Resolver` gives that is called after the factory which got it has returned.
@Suite struct LateCallTests {
    private let container = Container()

    @Test func `R1 services that reach each other by Lazy are checked once, and not for ever`() async {
        await #expect(processExitsWith: .success) {
            startWatchdog()
            let container = Container()
            container.register(RealNetwork.self, .singleton, using: RealNetwork.init)
            container.register(Left.self, .singleton) { r in try Left(r.resolve()) }
            container.register(Right.self, .singleton) { r in try Right(r.resolve(), r.resolve()) }
            let left = container.resolve(Left.self)
            let right = left.right()
            if right.left() !== left { fatalError("The ring is no ring.") }
            container.register(Keychain.self, .singleton, using: Keychain.init)
            container.replace(Keychain.self, with: Keychain())
            if container.resolve(Left.self) !== left || left.right() !== right { fatalError("What did not change is made anew.") }
            let mock = RealNetwork()
            let replacement = container.replace(RealNetwork.self, with: mock)
            if container.resolve(Right.self).network !== mock { fatalError("A replacement does not reach the ring.") }
            if container.resolve(Left.self).right().network !== mock { fatalError("It does not reach all of the ring.") }
            replacement.restore()
            if container.resolve(Left.self) !== left || left.right() !== right { fatalError("The ring does not come back.") }
        }
    }

    @Test func `C14 a handle that is called off the main actor, or where to await, is not told how to make its owner`() {
        final class Owner: Sendable {
            let panel: Lazy<Panel>
            let keychain: Provider<Keychain>

            init(_ panel: Lazy<Panel>, _ keychain: Provider<Keychain>) {
                self.panel = panel
                self.keychain = keychain
            }
        }
        container.register(Panel.self, .singleton, onMainActor: { _ in Panel() })
        container.registerAsync(Keychain.self) { _ in Keychain() }
        container.register(Owner.self, .singleton, using: Owner.init)
        container.contribute(Board.self, onMainActor: { _ in Board() })
        let owner = container.resolve(Owner.self)
        let (panel, keychain, boards) = onThread { [container] in
            (
                failure { () throws(ResolutionError) in try owner.panel.get() }?.diagnosis.fix,
                failure { () throws(ResolutionError) in try owner.keychain.get() }?.diagnosis.fix,
                failure { () throws(ResolutionError) in try container.tryResolve([Board].self) }?.diagnosis.fix
            )
        }
        #expect(panel == "resolve it on the main actor, or await resolveAsync(Panel.self).")
        #expect(keychain == "await resolveAsync(Keychain.self).")
        #expect(boards == "resolve it on the main actor, or await resolveAsync([Board].self).")
    }

    @Test func `S7 a Provider of something that needs a scope finds that of its owner, as one of the scoped service does`() {
        container.register(Keychain.self, .scoped(.session), using: Keychain.init)
        container.register(Pocket.self, using: Pocket.init)
        container.register(Session.self, .scoped(.session)) { r in try Session(r.resolve(), r.resolve()) }
        container.scopeContext.setCurrent(.session, id: "ada")
        let session = container.resolve(Session.self)
        container.scopeContext.setCurrent(.session, id: "bob")
        let keychain = session.keychain()
        #expect(keychain !== container.resolve(Keychain.self))
        // Once while it is watched, and again.
        for _ in 0..<2 { #expect(session.pocket().keychain === keychain) }
        container.scopeContext.clear(.session, id: "ada")
        for _ in 0..<2 {
            #expect(failure { () throws(ResolutionError) in try session.keychain.get() }?.kind == "closed")
            #expect(failure { () throws(ResolutionError) in try session.pocket.get() }?.kind == "closed")
        }
    }

    @Test func `R9 what is everyone's resolves as everyone does by a kept resolver, also when an override asked first`() {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Keeper.self, .singleton) { r in Keeper(r) }
        let keeper = container.withOverrides { _ in
        } operation: {
            container.resolve(Keeper.self)
        }
        #expect(container.resolve(Keeper.self) === keeper)
        #expect((try? keeper.resolver.resolve(Keychain.self)) === container.resolve(Keychain.self))
    }

    @Test func `R9 a Lazy that a singleton gets by its kept resolver in a child's override keeps nothing of that`() throws {
        container.register(Keychain.self, .singleton, using: Keychain.init)
        container.register(Keeper.self, .singleton) { r in Keeper(r) }
        let (keeper, child) = (container.resolve(Keeper.self), Container(parent: container))
        weak var override: Container?
        let (lazy, provider) = try child.withOverrides {
            override = $0
            $0.register(Keychain.self, .singleton, using: Keychain.init)
        } operation: {
            let got: (Lazy<Keychain>, Provider<Keychain>) = try (keeper.resolver.resolve(), keeper.resolver.resolve())
            #expect(got.1() === override?.resolve(Keychain.self))
            return got
        }
        #expect(override == nil)
        #expect(lazy() === container.resolve(Keychain.self))
        #expect(provider() === lazy())
    }

    @Test func `R9 a Lazy that is called in an override leaves nothing of it in the base`() {
        container.register(Keeper.self) { r in Keeper(r) }
        container.register(Owner.self, .singleton) { r in try Owner(r.resolve()) }
        container.register((any Network).self) { _ in RealNetwork() }
        let owner = container.resolve(Owner.self)
        weak var override: Container?
        var inside: Keeper?
        container.withOverrides {
            override = $0
        } operation: {
            let keeper = owner.keeper()
            #expect(owner.keeper() === keeper)
            inside = keeper
            override?.replace((any Network).self, with: MockNetwork())
        }
        #expect(override == nil)
        #expect(owner.keeper() !== inside)
        #expect((try? owner.keeper().resolver.resolve((any Network).self))?.tag == "real")
        inside = nil
    }

    @Test func `S1 a Lazy that is called in a scope of the same kind does not outdate its owner`() {
        container.register(Loop.self, .scoped(.request)) { r in try Loop(r.resolve()) }
        container.register(Keychain.self, using: Keychain.init)
        container.withScope(.request) {
            let ring = container.resolve(Loop.self)
            container.withScope(.request) { #expect(ring.next() !== ring) }
            container.replace(Keychain.self, with: Keychain())
            #expect(container.resolve(Loop.self) === ring)
            #expect(ring.next() === ring)
        }
    }

    @Test func `C18 a Lazy of what the container has dropped does not tie it to what it gives`() {
        let census = Census()
        let clock = TurnableClock()
        do {
            let container = Container()
            container.register(Cached.self, .cached(for: .seconds(10), clock: clock)) { r in try Cached(r.resolve(), census) }
            container.register(Holder.self, .weak) { r in try Holder(r.resolve()) }
            let holder = container.resolve(Holder.self)
            clock.turn(by: .seconds(11))
            _ = container.resolve(Cached.self)
            #expect(holder.cached.holder() === holder)
        }
        #expect(census.alive == 0)
    }

    @Test func `C18 a handle that is called after the end keeps nothing of the container`() {
        let census = Census()
        container.register((any Network).self) { _ in RealNetwork() }
        var child: Container? = Container(parent: container)
        child?.register(Provided.self, .singleton) { r in try Provided(r.resolve()) }
        child?.replace((any Network).self, with: CountedNetwork("mock", census))
        var provided = container.withOverrides { _ in
        } operation: {
            child?.resolve(Provided.self)
        }
        child = nil
        #expect(failure { () throws(ResolutionError) in try provided?.network.get() }?.kind == "closed")
        provided = nil
        #expect(census.alive == 0)
    }
}

private final class Provided: Sendable {
    let network: Provider<any Network>

    init(_ network: Provider<any Network>) {
        self.network = network
    }
}

private final class Left: Sendable {
    let right: Lazy<Right>

    init(_ right: Lazy<Right>) {
        self.right = right
    }
}

private final class Right: Sendable {
    let left: Lazy<Left>
    let network: RealNetwork

    init(_ left: Lazy<Left>, _ network: RealNetwork) {
        self.left = left
        self.network = network
    }
}

private final class Cached: Sendable {
    let holder: Lazy<Holder>
    private let member: Census.Member

    init(_ holder: Lazy<Holder>, _ census: Census) {
        self.holder = holder
        member = Census.Member(census)
    }
}

private final class Holder: Sendable {
    let cached: Cached

    init(_ cached: Cached) {
        self.cached = cached
    }
}

private final class Loop: Sendable {
    let next: Lazy<Loop>

    init(_ next: Lazy<Loop>) {
        self.next = next
    }
}

private final class Pocket: Sendable {
    let keychain: Keychain

    init(_ keychain: Keychain) {
        self.keychain = keychain
    }
}

private final class Session: Sendable {
    let keychain: Provider<Keychain>
    let pocket: Provider<Pocket>

    init(_ keychain: Provider<Keychain>, _ pocket: Provider<Pocket>) {
        self.keychain = keychain
        self.pocket = pocket
    }
}

private final class Keeper: Sendable {
    let resolver: Resolver

    init(_ resolver: Resolver) {
        self.resolver = resolver
    }
}

private final class Owner: Sendable {
    let keeper: Lazy<Keeper>

    init(_ keeper: Lazy<Keeper>) {
        self.keeper = keeper
    }
}

@MainActor private final class Panel {}

@MainActor private final class Board {}
