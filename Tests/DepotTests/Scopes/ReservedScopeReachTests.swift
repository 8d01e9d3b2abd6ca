import Depot
import Testing

/// What a function made in a reserved scope reaches, and what reaches it: wrappers, children, the end of the container.
@Suite struct ReservedScopeReachTests {
    private let container = Container()
    private let made = Counter()

    init() {
        container.registerHandler(made)
    }

    @Test func `C10: a wrapper knows the run that it was made for`() {
        container.register(LazyHandler.self, .scoped(.request), using: LazyHandler.init)
        for _ in 0..<2 { container.withScope(.request) { _ = container.resolve(LazyHandler.self) } }
        let held = container.withScope(.request) {
            let handler = container.resolve(LazyHandler.self)
            #expect(handler.context() === container.resolve(RequestContext.self))
            #expect(handler.maybe == nil)
            let replacement = container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(LazyHandler.self) !== handler)
            replacement.restore()
            #expect(container.resolve(LazyHandler.self) === handler)
            return handler
        }
        _ = #expect(throws: ResolutionError.self) { try held.context.get() }
    }

    @Test func `R1 C10: each wrapper of a function knows the run that it was made for`() {
        container.register(LazyPair.self, .scoped(.request), using: LazyPair.init)
        for _ in 0..<2 { container.withScope(.request) { _ = container.resolve(LazyPair.self) } }
        container.withScope(.request) {
            let pair = container.resolve(LazyPair.self)
            let context = onThread { pair.context() }
            #expect(context === container.resolve(RequestContext.self))
            _ = pair.repository()
            let replacement = container.replace((any Network).self, with: MockNetwork())
            #expect(container.resolve(LazyPair.self) !== pair)
            replacement.restore()
            #expect(container.resolve(LazyPair.self) === pair)
        }
    }

    @Test func `R1 C8: what a child registers later reaches what it made of a service of its parent`() {
        let list = Box<(@Sendable () -> Void)?>(nil)
        container.register(
            RequestContext.self, .scoped(.request),
            using: {
                list.value?()
                return RequestContext(1)
            })
        let child = Container(parent: container)
        child.register(Answer.self, .scoped(.request), using: Answer.init)
        for _ in 0..<2 { child.withScope(.request) { _ = child.resolve(Answer.self) } }
        // Whoever lists the scopes has them join.
        list.value = { [unowned container] in _ = container.scopes }
        child.withScope(.request) {
            let answer = child.resolve(Answer.self)
            list.value = nil
            child.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(7) }
            #expect(answer.context.number == 1)
            #expect(child.resolve(Answer.self).context.number == 7)
        }
    }

    @Test(arguments: [[0, 1], [1, 0]], [false, true])
    func `S5: a container that closes ends its scopes, the latest first`(order: [Int], joins: Bool) async {
        let (container, log, done, end) = (Container(), Log(), Gate(), Gate())
        container.register(PartA.self, .scoped(.request), using: { PartA(log) })
        container.register(PartB.self, .scoped(.request), using: { PartB(log) })
        container.register(UserSession.self, .scoped(.request)) { _ in UserSession() }
        let steps = [Gate(), Gate()]
        let threads = steps.enumerated().map { index, step in
            let thread = startThread {
                container.withScope(.request) { _ = (container.resolve(PartA.self), container.resolve(PartB.self)) }
                done.open()
                step.pass()
                container.withScope(.request) {
                    if index == 0 { _ = container.resolve(PartA.self) } else { _ = container.resolve(PartB.self) }
                    done.open()
                    step.pass()
                    // What a closure makes is decided under the family's lock.
                    if joins { _ = container.resolve(UserSession.self) }
                    done.open()
                    end.pass()
                }
            }
            // One after the other, so that it is known which of them has which shard.
            done.pass()
            return thread
        }
        for index in order + order.reversed() {
            steps[index].open()
            done.pass()
        }
        await container.settled()
        let before = log.all.count
        await container.close()
        #expect(log.all.dropFirst(before) == (order == [0, 1] ? ["B", "A"] : ["A", "B"]))
        for _ in threads { end.open() }
        threads.forEach(join)
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
