import Depot
import Testing

/// Closures of a request's scope, which is decided about by a lock of its own for as long as nobody else looks.
@Suite struct ReservedClosureTests {
    private let container = Container()

    init() {
        container.register((any Network).self, .singleton) { _ in RealNetwork() }
        container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext() }
        container.register(Repository.self) { try Repository($0.resolve()) }
        container.register(UseCase.self) { try UseCase($0.resolve()) }
        container.register(Screen.self, .scoped(.request)) { try Screen($0.resolve()) }
        container.register(Handler.self, .scoped(.request)) { try Handler($0.resolve(), $0.resolve()) }
        container.register(ResolverHolder.self, .scoped(.request)) { try ResolverHolder($0, $0.resolve()) }
        // What was made once is shown to those who come later.
        for _ in 0..<2 {
            container.withScope(.request) {
                _ = container.resolve(Handler.self)
                _ = container.resolve(ResolverHolder.self)
            }
        }
    }

    @Test func `R1 R2: what is replaced reaches what closures made of it in a request, and comes back`() {
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            #expect(container.resolve(Handler.self) === handler)
            #expect(handler.context === container.resolve(RequestContext.self))
            for service in 0..<2 {
                if service == 0 { container.replace((any Network).self, with: MockNetwork()) }
                if service == 1 { container.replace(Repository.self) { _ in Repository(MockNetwork()) } }
                let mocked = container.resolve(Handler.self)
                #expect(mocked.screen.network.tag == "mock")
                #expect(mocked.context === handler.context)
                container.restoreAll()
                #expect(container.resolve(Handler.self) === handler)
            }
        }
    }

    @Test func `C18 S1: a resolver that is kept resolves in its own request, and keeps none alive`() {
        weak var released: Handler?
        let holder = container.withScope(.request) {
            let holder = container.resolve(ResolverHolder.self)
            released = container.resolve(Handler.self)
            #expect((try? holder.resolver.resolve(Handler.self)) === released)
            return holder
        }
        #expect(released == nil)
        container.withScope(.request) {
            let handler = container.resolve(Handler.self)
            let other = container.resolve(ResolverHolder.self)
            #expect(other !== holder)
            #expect((try? other.resolver.resolve(Handler.self)) === handler)
        }
        #expect(holder.resolver.pathToUnknown.contains("ResolverHolder"))
    }

    @Test func `S7: a closure that opens a scope inside has what is made there by its resolver made there`() {
        container.register(
            RequestContext.self, .scoped(.request)
        ) { [unowned container] resolver in
            let inner = container.withScope(.request) { try? resolver.resolve(Repository.self) }
            return RequestContext(inner == nil ? 0 : 1)
        }
        for _ in 0..<3 {
            container.withScope(.request) {
                let context = container.resolve(RequestContext.self)
                #expect(context.number == 1)
                #expect(container.resolve(RequestContext.self) === context)
            }
        }
    }

    @Test func `S1 S11: two threads of requests by closures make each of their own, while a third replaces`() {
        let container = container
        let wrong = Counter()
        race(3, rounds: 40) { round, thread in
            if thread == 2 {
                let replacement = container.replace((any Network).self, with: MockNetwork())
                replacement.restore()
                if round % 8 == 0 { container.register(RequestContext.self, .scoped(.request)) { _ in RequestContext(round) } }
                return
            }
            for _ in 0..<25 {
                container.withScope(.request) {
                    let handler = container.resolve(Handler.self)
                    let holder = container.resolve(ResolverHolder.self)
                    if (try? holder.resolver.resolve(ResolverHolder.self)) == nil { wrong.increment() }
                    if handler.screen.network.tag.isEmpty { wrong.increment() }
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(container.withScope(.request) { container.resolve(Handler.self).screen.network.tag } == "real")
    }
}
