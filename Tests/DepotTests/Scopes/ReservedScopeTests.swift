@testable import Depot  // The family's lock alone.
import Testing

/// A scope that a task opens in no other has a lock of its own until more is to be decided in it than that.
///
/// Everything is made once before, for only what was made before is made so.
@Suite struct ReservedScopeTests {
    private let container = Container()
    private let made = Counter()
    private let log = Log()

    init() {
        container.register(RealNetwork.self, .singleton, using: RealNetwork.init)
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        container.register(Repository.self, using: Repository.init)
        container.register(UseCase.self, .scoped(.request), using: UseCase.init)
        container.register(Screen.self, .scoped(.request), using: Screen.init)
        container.register(RequestContext.self, .scoped(.request), using: { [made] in RequestContext(made.increment()) })
        container.register(Handler.self, .scoped(.request), using: Handler.init)
        for _ in 0..<2 {
            container.withScope(.request) {
                _ = container.resolve(Handler.self)
                _ = container.resolve(RequestContext.self)
            }
        }
    }

    @Test func `S11: a request that was made before takes no lock that another takes`() {
        let (container, held, mayGoOn, isDone) = (container, Gate(), Gate(), Gate())
        let holder = startThread {
            container.core.decide { _ in
                held.open()
                mayGoOn.pass()
            }
        }
        held.pass()
        let request = startThread {
            container.withScope(.request, id: "r") {
                let handler = container.resolve(Handler.self)
                #expect(container.resolve(Handler.self) === handler)
                #expect(container.resolve(Screen.self) === handler.screen)
                #expect(container.resolve(RequestContext.self) === handler.context)
            }
            isDone.open()
        }
        #expect(isDone.pass(within: 60))
        mayGoOn.open()
        join(request)
        join(holder)
    }

    @Test func `R1 R2: what was replaced reaches what was made in a scope that is open`() {
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            #expect(container.resolve(Handler.self) === handler)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            let mocked = container.resolve(Handler.self)
            #expect(mocked.screen.network.tag == "mock")
            #expect(container.resolve(Screen.self) === mocked.screen)
            #expect(mocked.context === handler.context)
            replacement.restore()
            #expect(container.resolve(Handler.self) === handler)
            container.register((any Network).self, .singleton) { _ in MockNetwork("new") }
            #expect(container.resolve(Handler.self).screen.network.tag == "new")
            #expect(container.resolve(RequestContext.self) === handler.context)
        }
    }

    @Test func `R3 R5: an override inside a scope has its own, and shares what it does not touch`() {
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            container.withOverrides {
                $0.replace((any Network).self, with: MockNetwork())
            } operation: {
                let mocked = container.resolve(Handler.self)
                #expect(mocked.screen.network.tag == "mock")
                #expect(mocked.context === handler.context)
            }
            #expect(container.resolve(Handler.self) === handler)
        }
    }

    @Test func `S2: tasks that race inside a scope share what is made there`() async {
        let container = container
        for _ in 0..<stressRounds(debug: 200, release: 2_000) {
            await container.withOpenRequest {
                let handlers = await withTaskGroup(of: Handler.self) { group in
                    for _ in 0..<4 { group.addTask { container.resolve(Handler.self) } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(handlers.map(ObjectIdentifier.init)).count == 1)
                #expect(handlers[0].context === container.resolve(RequestContext.self))
            }
        }
        #expect(container.scopes.isEmpty)
    }

    @Test func `S1: threads that open scopes have their own instances`() {
        let (container, made) = (container, made)
        let before = made.value
        let rounds = stressRounds(debug: 500, release: 10_000)
        race(4, rounds: rounds) { _, _ in
            container.withScope(.request) {
                let handler = container.resolve(Handler.self)
                #expect(handler.screen === container.resolve(Screen.self))
            }
        }
        #expect(made.value - before == 4 * rounds)
        #expect(container.scopes.isEmpty)
    }

    @Test func `C1: a function that throws keeps nothing, and the error has the whole path`() {
        let isBroken = Box(false)
        container.register(
            RequestContext.self, .scoped(.request),
            using: { () throws -> RequestContext in
                if isBroken.value { throw Failure(reason: "no") }
                return RequestContext()
            })
        container.withScope(.request) { _ = container.resolve(Handler.self) }
        container.withScope(.request) { _ = container.resolve(Handler.self) }
        container.withScope(.request) {
            isBroken.value = true
            let error = failure { () throws(ResolutionError) in try container.tryResolve(Handler.self) }
            #expect(error?.kind == "factoryFailed")
            #expect(error?.path.map(\.name) == ["Handler", "RequestContext"])
            isBroken.value = false
            let handler = container.resolve(Handler.self)
            #expect(container.resolve(RequestContext.self) === handler.context)
        }
    }

    @Test func `C3: a cycle in a scope is an error there as well`() {
        container.register(
            Ring.self, .scoped(.request), using: { [unowned container] in Ring(container.resolveIfRegistered(OtherRing.self)) })
        container.withScope(.request) { _ = container.resolve(Ring.self) }
        container.withScope(.request) { _ = container.resolve(Ring.self) }
        container.register(OtherRing.self, .scoped(.request), using: OtherRing.init)
        container.register(Ring.self, .scoped(.request), using: { (ring: OtherRing) in Ring(ring) })
        container.withScope(.request) {
            for type in ["Ring", "OtherRing"] {
                let error = failure { () throws(ResolutionError) in
                    if type == "Ring" { _ = try container.tryResolve(Ring.self) } else { _ = try container.tryResolve(OtherRing.self) }
                }
                #expect(error?.kind == "cycle")
            }
        }
    }

    @Test func `S5: what was made before and after the scope had to join is disposed in reverse order`() async {
        let log = log
        container.register(PartA.self, .scoped(.request), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { (_: PartA) in PartB(log) })
        container.register(PartC.self, .scoped(.request)) { r in
            _ = try r.resolve(PartB.self)
            return PartC(log)
        }
        for _ in 0..<3 {
            await container.withOpenRequest { [container] in
                _ = synchronously { container.resolve(PartB.self) }
                _ = synchronously { container.resolve(PartC.self) }
            }
        }
        #expect(log.all == Array(repeating: ["C", "B", "A"], count: 3).flatMap { $0 })
    }

    @Test func `C16 S5: a container that closes while a scope is open disposes what that has, once`() async {
        let log = log
        container.register(PartA.self, .scoped(.request), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { (_: PartA) in PartB(log) })
        synchronously { container.withScope(.request) { _ = container.resolve(PartB.self) } }
        await container.settled()
        #expect(log.all == ["B", "A"])
        await container.withOpenRequest { [container] in
            _ = synchronously { container.resolve(PartB.self) }
            await container.close()
            #expect(log.all == ["B", "A", "B", "A"])
            let error = failure { () throws(ResolutionError) in try container.tryResolve(PartB.self) }
            #expect(error?.kind == "closed")
        }
        #expect(log.all == ["B", "A", "B", "A"])
    }

    @Test func `C2 S2: a thread that asks for what a function is making waits for it`() {
        let (container, made, waiters) = (container, made, Waiters())
        let (isMaking, mayGoOn, blocks) = (Gate(), Gate(), Box(false))
        container.register(
            RequestContext.self, .scoped(.request),
            using: {
                if blocks.value {
                    isMaking.open()
                    mayGoOn.pass()
                }
                return RequestContext(made.increment())
            })
        for _ in 0..<2 { container.withScope(.request) { _ = container.resolve(Handler.self) } }
        blocks.value = true
        let before = made.value
        container.withScope(.request) {
            let seen = Log()
            withEscapedContext { context in
                let maker = startThread {
                    context.yield { seen.add("\(container.resolve(Handler.self).context.number)") }
                }
                isMaking.pass()
                let others = (0..<3).map { _ in
                    waiters.startThread {
                        context.yield { seen.add("\(container.resolve(Handler.self).context.number)") }
                    }
                }
                waiters.pass(3)
                mayGoOn.open()
                for thread in [maker] + others { join(thread) }
            }
            #expect(Set(seen.all).count == 1)
            #expect(seen.all.count == 4)
        }
        #expect(made.value == before + 1)
    }

    @Test func `C4 R1: what is replaced while a function runs that has resolved it is made anew`() {
        let (container, change) = (container, Box<(@Sendable () -> Void)?>(nil))
        container.register(
            Handler.self, .scoped(.request),
            using: { (screen: Screen, context: RequestContext) in
                let handler = Handler(screen, context)
                // On another thread: the run stays unseen.
                if let act = change.value {
                    change.value = nil
                    onThread(act)
                }
                return handler
            })
        for _ in 0..<2 { container.withScope(.request) { _ = container.resolve(Handler.self) } }
        container.withScope(.request) {
            change.value = { container.replace((any Network).self, with: MockNetwork()) }
            // It was under way.
            let handler = container.resolve(Handler.self)
            #expect(handler.screen.network.tag == "real")
            #expect(container.resolve(Handler.self).screen.network.tag == "mock")
            #expect(container.resolve(Handler.self).screen === container.resolve(Screen.self))
            container.restoreAll()
            #expect(container.resolve(Handler.self) === handler)
        }
    }

    @Test func `C10: a wrapper knows the run that it was made for`() {
        container.register(LazyHandler.self, .scoped(.request), using: LazyHandler.init)
        for _ in 0..<2 { container.withScope(.request) { _ = container.resolve(LazyHandler.self) } }
        let held = container.withScope(.request) {
            let handler = container.resolve(LazyHandler.self)
            let (context, network) = (container.resolve(RequestContext.self), container.resolve((any Network).self))
            #expect(handler.context() === context)
            #expect(handler.network() === network)
            #expect(handler.maybe == nil)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(LazyHandler.self) !== handler)
            replacement.restore()
            #expect(container.resolve(LazyHandler.self) === handler)
            return handler
        }
        _ = #expect(throws: ResolutionError.self) { try held.context.get() }
    }

    @Test func `C18: a child goes before a scope of its parent that has its services`() {
        weak var gone: Handler?
        container.withScope(.request) {
            for _ in 0..<3 {
                let child = Container(parent: container)
                child.register(Handler.self, .scoped(.request), using: Handler.init)
                _ = child.resolve(Handler.self)
                container.withScope(.request) { _ = child.resolve(Handler.self) }
                gone = child.resolve(Handler.self)
            }
            #expect(gone == nil)
            #expect(container.resolve(Handler.self).context === container.resolve(RequestContext.self))
        }
    }

    @Test func `C13: a chain of services in one scope, as long as it likes`() {
        container.register(Link0.self, .scoped(.request), using: Link0.init)
        container.register(Link1.self, .scoped(.request), using: Link1.init)
        container.register(Link2.self, .scoped(.request), using: Link2.init)
        container.register(Link3.self, .scoped(.request), using: Link3.init)
        container.register(Link4.self, .scoped(.request), using: Link4.init)
        container.register(Link5.self, .scoped(.request), using: Link5.init)
        container.register(Link6.self, .scoped(.request), using: Link6.init)
        container.register(Link7.self, .scoped(.request), using: Link7.init)
        container.register(Link8.self, .scoped(.request), using: Link8.init)
        container.register(Link9.self, .scoped(.request), using: Link9.init)
        container.register(Link10.self, .scoped(.request), using: Link10.init)
        for _ in 0..<3 {
            container.withScope(.request) {
                let last = container.resolve(Link10.self)
                #expect(container.resolve(Link0.self) === last.before.before.before.before.before.before.before.before.before.before)
                #expect(container.resolve(Link5.self) === last.before.before.before.before.before)
                let replacement = container.replace((any Network).self, with: MockNetwork())
                #expect(container.resolve(Link10.self) !== last)
                #expect(container.resolve(Link10.self).before === container.resolve(Link9.self))
                replacement.restore()
                #expect(container.resolve(Link10.self) === last)
            }
        }
    }
}

extension Container {
    /// A request in async code.
    fileprivate func withOpenRequest(_ operation: () async -> Void) async {
        do { try await withScope(.request) { await operation() } } catch { Issue.record(error) }
    }
}
