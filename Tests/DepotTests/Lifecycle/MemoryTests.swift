import Depot
import Testing

/// What a container releases.
@Suite(.serialized) struct MemoryTests {
    /// An object that several handles of the container are kept in.
    private final class Holder: Sendable {
        let lazy: Lazy<Screen>
        let provider: Provider<Screen>
        let factory: Factory<UseCase, UserID>
        let resolver: Resolver

        init(_ lazy: Lazy<Screen>, _ provider: Provider<Screen>, _ factory: Factory<UseCase, UserID>, _ resolver: Resolver) {
            self.lazy = lazy
            self.provider = provider
            self.factory = factory
            self.resolver = resolver
        }
    }

    /// A pair that reaches each other: one holds the other, which holds a handle of the first.
    private final class Parent: Sendable {
        let child: Child
        init(_ child: Child) { self.child = child }
    }

    private final class Child: Sendable {
        let parent: Lazy<Parent>
        init(_ parent: Lazy<Parent>) { self.parent = parent }
    }

    private final class Node: Sendable {
        let other: Lazy<Mirror>
        init(_ other: Lazy<Mirror>) { self.other = other }
    }

    private final class Mirror: Sendable {
        let other: Lazy<Node>
        init(_ other: Lazy<Node>) { self.other = other }
    }

    @Test func `C6 a dropped container releases its singletons`() {
        weak var screen: Screen?
        weak var network: (any Network)?
        do {
            let container = makeStack()
            screen = container.resolve(Screen.self)
            network = container.resolve((any Network).self)
            #expect(screen != nil && network != nil)
        }
        #expect(screen == nil)
        #expect(network == nil)
    }

    @Test func `C6 a dropped container releases singletons that keep its handles`() {
        weak var weakHolder: Holder?
        weak var screen: Screen?
        do {
            let container = makeStack()
            container.register(UseCase.self) { (r, _: UserID) in try UseCase(r.resolve()) }
            container.register(Holder.self, .singleton, using: Holder.init)
            let holder = container.resolve(Holder.self)
            weakHolder = holder
            screen = holder.lazy()
            _ = holder.provider()
            _ = holder.factory(UserID(1))
        }
        #expect(weakHolder == nil)
        #expect(screen == nil)
    }

    @Test func `C6 two that reach each other by handles are released`() {
        weak var weakNode: Node?
        weak var mirror: Mirror?
        do {
            let container = Container()
            container.register(Node.self, .singleton, using: Node.init)
            container.register(Mirror.self, .singleton, using: Mirror.init)
            let node = container.resolve(Node.self)
            weakNode = node
            mirror = node.other()
            #expect(mirror?.other() === node)
        }
        #expect(weakNode == nil)
        #expect(mirror == nil)
    }

    @Test func `C6 a child that keeps a handle of who made it is released with it`() {
        weak var weakParent: Parent?
        weak var weakChild: Child?
        do {
            let container = Container()
            container.register(Parent.self, .singleton, using: Parent.init)
            container.register(Child.self, .singleton, using: Child.init)
            let parent = container.resolve(Parent.self)
            weakParent = parent
            weakChild = parent.child
            #expect(parent.child.parent() === parent)
        }
        #expect(weakParent == nil)
        #expect(weakChild == nil)
    }

    @Test func `C6 transients that were made for each other are released by the container while it lives`() {
        let container = Container()
        container.register(Parent.self) { r in try Parent(r.resolve()) }
        container.register(Child.self, using: Child.init)
        container.register(Keychain.self, using: Keychain.init)
        weak var weakParent: Parent?
        weak var weakChild: Child?
        weak var keychain: Keychain?
        for _ in 0..<3 {
            do {
                let parent = container.resolve(Parent.self)
                weakParent = parent
                weakChild = parent.child
                keychain = container.resolve(Keychain.self)
            }
            #expect(weakParent == nil)
            #expect(weakChild == nil)
            #expect(keychain == nil)
        }
    }

    @Test func `C6 graph instances are released after the resolve`() {
        let container = makeStack()
        container.register(Child.self, .graph, using: Child.init)
        container.register(Parent.self, .graph, using: Parent.init)
        weak var parent: Parent?
        weak var child: Child?
        do {
            let made = container.resolve(Parent.self)
            parent = made
            child = made.child
        }
        #expect(parent == nil)
        #expect(child == nil)
    }

    @Test func `C6 a graph instance that a singleton's factory used is released with the rest`() {
        final class User: Sendable {
            let lazy: Lazy<Keychain>
            init(_ lazy: Lazy<Keychain>) { self.lazy = lazy }
        }
        final class Owner: Sendable {
            let user: User
            init(_ user: User) { self.user = user }
        }
        weak var user: User?
        weak var owner: Owner?
        do {
            let container = makeStack()
            container.register(User.self, .graph, using: User.init)
            container.register(Owner.self, .singleton, using: Owner.init)
            owner = container.resolve(Owner.self)
            user = owner?.user
        }
        #expect(owner == nil)
        #expect(user == nil)
    }

    @Test func `C6 weak instances live as long as someone holds them`() {
        let container = makeStack()
        container.register(UseCase.self, .weak, using: UseCase.init)
        var held: UseCase? = container.resolve(UseCase.self)
        #expect(container.resolve(UseCase.self) === held)
        weak let seen = held
        held = nil
        #expect(seen == nil)
        #expect(container.resolve(UseCase.self).network.tag == "real")
    }

    @Test func `C6 a restored replacement is released with all that was made for it`() {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        weak var mock: MockNetwork?
        weak var screen: Screen?
        do {
            let replacement: Replacement
            do {
                let network = MockNetwork()
                mock = network
                replacement = container.replace((any Network).self, with: network)
                screen = container.resolve(Screen.self)
            }
            #expect(screen != nil)
            replacement.restore()
            #expect(screen == nil)
        }
        #expect(mock == nil)
    }

    @Test func `C6 an override is released with all that was made for it`() {
        let container = makeStack()
        let base = container.resolve(Screen.self)
        weak var mock: MockNetwork?
        weak var screen: Screen?
        do {
            let network = MockNetwork()
            mock = network
            container.withOverrides {
                $0.replace((any Network).self, with: network)
            } operation: {
                screen = container.resolve(Screen.self)
                #expect(screen !== base)
            }
        }
        #expect(screen == nil)
        #expect(mock == nil)
        #expect(container.resolve(Screen.self) === base)
    }

    @Test func `C6 a dropped child is released, and its parent stays`() {
        let parent = makeStack()
        weak var screen: Screen?
        weak var weakChild: Container?
        do {
            let child = Container(parent: parent)
            weakChild = child
            child.register(Screen.self, .singleton, using: Screen.init)
            screen = child.resolve(Screen.self)
        }
        #expect(screen == nil)
        #expect(weakChild == nil)
        #expect(parent.resolve(Screen.self).network.tag == "real")
    }

    @Test func `C6 what was registered anew is released with all that was made from it`() {
        final class Counted: Sendable {
            let counter: Counter
            init(_ counter: Counter, _: UseCase) { self.counter = counter }
            deinit { counter.increment() }
        }
        let container = makeStack()
        let gone = Counter()
        container.register(Counted.self, .singleton) { r in Counted(gone, try r.resolve()) }
        for _ in 0..<100 {
            _ = container.resolve(Counted.self)
            container.register((any Network).self, .singleton) { _ in MockNetwork() }
        }
        // A few are kept for readers that take no lock.
        #expect(gone.value > 85)
    }

    @Test func `C6 a container that is dropped while something is replaced releases everything`() {
        weak var mock: MockNetwork?
        weak var screen: Screen?
        do {
            let container = makeStack()
            let network = MockNetwork()
            mock = network
            container.replace((any Network).self, with: network)
            screen = container.resolve(Screen.self)
        }
        #expect(mock == nil)
        #expect(screen == nil)
    }

    @Test func `C6 two containers that come and go keep memory flat`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().containersComeAndGo()
        }
    }

    private func containersComeAndGo() {
        let bytes = growth(stressRounds(debug: 300, release: 10_000)) {
            let container = makeStack()
            container.register(Node.self, .singleton, using: Node.init)
            container.register(Mirror.self, .singleton, using: Mirror.init)
            _ = container.resolve(Node.self).other().other()
            container.replace((any Network).self, with: MockNetwork())
            _ = container.resolve(Screen.self)
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 what a task resolved in an override may outlive it`() {
        final class Plain: Networked {
            let network: any Network
            init(_ network: any Network) { self.network = network }
        }
        final class Keeper: Sendable {
            let lazy: Lazy<Plain>
            init(_ lazy: Lazy<Plain>) { self.lazy = lazy }
        }
        let container = makeStack()
        container.register(Plain.self, using: Plain.init)
        container.register(Keeper.self, .singleton, using: Keeper.init)
        let keeper = container.resolve(Keeper.self)
        for _ in 0..<100 {
            container.withOverrides {
                $0.replace(Keychain.self, with: Keychain())
            } operation: {
                #expect(keeper.lazy().network.tag == "real")
            }
            container.register(Keychain.self, .singleton, using: Keychain.init)
            #expect(container.resolve(Keeper.self) === keeper)
            container.replace((any Network).self, with: MockNetwork())
            #expect(keeper.lazy().network.tag == "mock")
            container.restoreAll()
            #expect(container.resolve(Keeper.self) === keeper)
            #expect(keeper.lazy().network.tag == "real")
        }
    }

    private let rounds = stressRounds(debug: 2_000, release: 100_000)

    @Test func `C6 replacing and restoring keeps memory flat`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().replaceAgainAndAgain()
        }
    }

    private func replaceAgainAndAgain() {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        let bytes = growth(rounds) {
            let replacement = container.replace((any Network).self, with: MockNetwork())
            _ = container.resolve(Screen.self)
            replacement.restore()
            _ = container.resolve(Screen.self)
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 overriding keeps memory flat`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().overrideAgainAndAgain()
        }
    }

    private func overrideAgainAndAgain() {
        let container = makeStack()
        _ = container.resolve(Screen.self)
        let bytes = growth(rounds) {
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                _ = container.resolve(Screen.self)
            }
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 children come and go with flat memory`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().childrenComeAndGo()
        }
    }

    private func childrenComeAndGo() {
        let container = makeStack()
        let bytes = growth(rounds) {
            let child = Container(parent: container)
            child.register(Screen.self, .singleton, using: Screen.init)
            _ = child.resolve(Screen.self)
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 registering anew keeps memory flat`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().registerAgainAndAgain()
        }
    }

    private func registerAgainAndAgain() {
        let container = makeStack()
        let bytes = growth(rounds) {
            container.register((any Network).self, .singleton) { _ in MockNetwork() }
            _ = container.resolve(Screen.self)
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 resolving keeps memory flat, whatever the lifetime`() async {
        // In a process of its own, where no other test takes memory.
        await #expect(processExitsWith: .success) {
            startWatchdog()
            MemoryTests().resolveAgainAndAgain()
        }
    }

    private func resolveAgainAndAgain() {
        let container = makeStack()
        let clock = TurnableClock()
        container.register(Screen.self, .graph, using: Screen.init)
        container.register(UseCase.self, .weak, using: UseCase.init)
        container.register(Repository.self, .cached(for: .seconds(1), clock: clock), using: Repository.init)
        container.register(Holder.self, using: Holder.init)
        container.register(UseCase.self) { (r, _: UserID) in try UseCase(r.resolve()) }
        let bytes = growth(rounds) {
            let holder = container.resolve(Holder.self)
            _ = holder.lazy()
            _ = holder.factory(UserID(1))
            _ = container.resolve(Screen.self)
            clock.turn(by: .seconds(1))
        }
        #expect(bytes < 1 << 20)
    }

    @Test func `C6 a long chain is released on a small stack`() {
        let last = onThread(stack: 512 << 10) {
            let container = Container()
            for number in 0..<2_000 {
                container.register(Keychain.self, name: Name("n\(number)"), .singleton) { r in
                    if number > 0 { _ = try r.resolve(Keychain.self, name: Name("n\(number - 1)")) }
                    return Keychain()
                }
                _ = container.resolve(Keychain.self, name: Name("n\(number)"))
            }
            return Box(container.resolve(Keychain.self, name: "n1999"))
        }
        #expect(isKnownUniquelyReferenced(&last.value))
    }
}
