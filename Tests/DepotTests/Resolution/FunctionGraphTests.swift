import Depot
import Testing

/// Singletons that functions make of each other: they have no build until somebody looks at them.
@Suite struct FunctionGraphTests {
    private let container = Container()
    private let made = Counter()

    init() {
        let made = made
        container.register(
            (any Network).self, .singleton,
            using: { () -> any Network in
                made.increment()
                return RealNetwork()
            })
        container.register(Repository.self, .singleton, using: Repository.init)
        container.register(UseCase.self, .singleton, using: UseCase.init)
        container.register(Screen.self, .singleton, using: Screen.init)
    }

    @Test func `R1 R2: what is replaced at the bottom reaches what was made of it, and comes back`() {
        let screen = container.resolve(Screen.self)
        container.replace((any Network).self, with: MockNetwork())
        let mocked = container.resolve(Screen.self)
        #expect(mocked.network.tag == "mock")
        #expect(mocked.useCase === container.resolve(UseCase.self))
        container.restoreAll()
        #expect(container.resolve(Screen.self) === screen)
        #expect(made.value == 1)
    }

    @Test func `R1 R2: what is replaced between two that are shared reaches what was made of it, and comes back`() {
        container.register(Repository.self, using: Repository.init)
        // Resolved before, it needs no lock any more.
        _ = container.resolve(Repository.self)
        let screen = container.resolve(Screen.self)
        container.replace(Repository.self) { _ in Repository(MockNetwork("between")) }
        #expect(container.resolve(Screen.self).network.tag == "between")
        container.restoreAll()
        #expect(container.resolve(Screen.self) === screen)
        container.replace((any Network).self, with: MockNetwork("below"))
        #expect(container.resolve(Screen.self).network.tag == "below")
        container.restoreAll()
        #expect(container.resolve(Screen.self) === screen)
    }

    @Test func `R1: what is registered anew reaches what was made of it`() {
        let screen = container.resolve(Screen.self)
        container.register((any Network).self, .singleton) { _ in MockNetwork("new") }
        #expect(container.resolve(Screen.self).network.tag == "new")
        #expect(container.resolve(Screen.self) !== screen)
    }

    @Test func `C13: a chain of functions, as long as it likes`() {
        container.register(Chained<UseCase>.self, .singleton, using: Chained<UseCase>.init)
        resolveChain(Chained<UseCase>.self, 40)
    }

    /// A service of each of so many types, each made of the one before; then the last.
    private func resolveChain<Last: Networked>(_ last: Last.Type, _ count: Int) {
        if count > 0 {
            container.register(Chained<Last>.self, .singleton, using: Chained<Last>.init)
            return resolveChain(Chained<Last>.self, count - 1)
        }
        let service = container.resolve(last)
        #expect(service === container.resolve(last))
        container.replace((any Network).self, with: MockNetwork())
        #expect(container.resolve(last).network.tag == "mock")
        container.restoreAll()
        #expect(container.resolve(last) === service)
        #expect(made.value == 1)
    }

    @Test func `C1: a function that throws keeps nothing, and the error has the whole path`() {
        let isBroken = Box(true)
        container.register(
            (any Network).self, .singleton,
            using: { () throws -> any Network in
                if isBroken.value { throw Failure(reason: "no") }
                return RealNetwork()
            })
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Screen.self) }
        #expect(error?.kind == "factoryFailed")
        #expect(error?.path == ["Screen", "UseCase", "Repository", "any Network"])
        isBroken.value = false
        #expect(container.resolve(Screen.self).useCase === container.resolve(UseCase.self))
    }

    @Test func `C3: a cycle of functions is an error with its path`() {
        container.register(Ring.self, .singleton, using: { (other: OtherRing) in Ring(other) })
        container.register(OtherRing.self, .singleton, using: OtherRing.init)
        let error = failure { () throws(ResolutionError) in try container.tryResolve(Ring.self) }
        #expect(error?.kind == "cycle")
        #expect(error?.path == ["Ring", "OtherRing", "Ring"])
    }

    @Test func `S6: a singleton cannot keep what lives in a scope`() {
        container.register(UseCase.self, .scoped(.request), using: UseCase.init)
        container.withScope(.request) {
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Screen.self) }
            #expect(error?.kind == "captive")
        }
    }

    @Test func `C8: a parent's service is made of what the parent has`() {
        let child = Container(parent: container)
        child.register((any Network).self, instance: MockNetwork())
        child.register(Chained<UseCase>.self, .singleton, using: Chained<UseCase>.init)
        child.register(Chained<Repository>.self, .singleton, using: Chained<Repository>.init)
        // The first time it is asked for, and what it asks for itself.
        #expect(child.resolve(Chained<Repository>.self).before.network.tag == "real")
        #expect(child.resolve(Chained<UseCase>.self).before.network.tag == "real")
        #expect(child.resolve(UseCase.self) === container.resolve(UseCase.self))
        #expect(child.resolve(Repository.self) === container.resolve(Repository.self))
    }

    @Test func `C8 R1: what a child registers later reaches what it made of its parent's`() {
        let child = Container(parent: container)
        child.register(Subscriber.self, .singleton, using: Subscriber.init)
        _ = child.resolve(Subscriber.self)
        child.register((any Network).self, instance: MockNetwork("child"))
        #expect(child.resolve(Subscriber.self).network.tag == "child")
    }

    @Test func `C18: nothing is left of a graph whose container has gone`() {
        weak var screen: Screen?
        weak var network: (any Network)?
        do {
            let container = Container()
            container.register((any Network).self, .singleton, using: { () -> any Network in RealNetwork() })
            container.register(Repository.self, .singleton, using: Repository.init)
            container.register(UseCase.self, .singleton, using: UseCase.init)
            container.register(Screen.self, .singleton, using: Screen.init)
            screen = container.resolve(Screen.self)
            network = screen?.network
            #expect(screen != nil)
        }
        #expect(screen == nil)
        #expect(network == nil)
    }

    @Test func `the graph says what each was made for`() throws {
        _ = container.resolve(Screen.self)
        let useCase = try #require(container.graph.nodes.first { $0.name == "UseCase" })
        #expect(useCase.instances.map(\.requester) == ["Screen"])
    }
}

/// One of a chain.
private final class Chained<Before: Networked>: Networked {
    let before: Before
    var network: any Network { before.network }

    init(_ before: Before) {
        self.before = before
    }
}

/// What has the network itself.
private final class Subscriber: Sendable {
    let network: any Network

    init(_ network: any Network) {
        self.network = network
    }
}
