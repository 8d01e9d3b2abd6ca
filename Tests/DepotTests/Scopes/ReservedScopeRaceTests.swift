@testable import Depot  // The family's lock alone.
import Testing

/// Several threads and tasks, and scopes that have locks of their own.
@Suite struct ReservedScopeRaceTests {
    private let container = Container()
    private let made = Counter()

    init() {
        container.registerHandler(made)
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
        container.withScope(.request) {
            change.value = { container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(-9) } }
            // What it had taken will never be in effect again, so it is made anew.
            #expect(container.resolve(Handler.self).context.number == -9)
        }
    }
}
