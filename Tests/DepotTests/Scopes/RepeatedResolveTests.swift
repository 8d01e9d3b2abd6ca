import Depot
import Testing

/// What a scope has is found again and again, and only while it is right.
@Suite struct RepeatedResolveTests {
    private let container = Container()

    init() {
        container.register(RequestContext.self, .scoped(.request), using: { RequestContext() })
    }

    @Test func `S7: every resolve in a scope gets its instance, and a scope inside has its own`() {
        container.withScope(.request) {
            let made = container.resolve(RequestContext.self)
            for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === made) }
            container.withScope(.request) {
                let inner = container.resolve(RequestContext.self)
                #expect(inner !== made)
                for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === inner) }
            }
            for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === made) }
        }
        container.withScope(.request) {
            let other = container.resolve(RequestContext.self)
            for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === other) }
        }
        let error = failure { () throws(ResolutionError) in try container.tryResolve(RequestContext.self) }
        #expect(error?.kind == "scopeNotOpen")
    }

    @Test func `R1 R2 C5: what is replaced, or registered anew, is not found any more`() {
        container.withScope(.request) {
            let made = container.resolve(RequestContext.self)
            _ = container.resolve(RequestContext.self)
            let mock = RequestContext()
            let replacement = container.replace(RequestContext.self, with: mock)
            #expect(container.resolve(RequestContext.self) === mock)
            replacement.restore()
            for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === made) }
            container.withOverrides {
                $0.replace(RequestContext.self, with: mock)
            } operation: {
                #expect(container.resolve(RequestContext.self) === mock)
            }
            container.register(RequestContext.self, .scoped(.request), using: { RequestContext() })
            let fresh = container.resolve(RequestContext.self)
            #expect(fresh !== made)
            for _ in 0..<3 { #expect(container.resolve(RequestContext.self) === fresh) }
        }
    }

    @Test func `C6: what was resolved often goes with the end of its scope, though the scope itself is still held`() {
        weak var gone: RequestContext?
        let held = container.withScope(.request) {
            for _ in 0..<3 { gone = container.resolve(RequestContext.self) }
            return withEscapedContext { $0 }
        }
        #expect(gone == nil)
        held.yield { _ = #expect(throws: ResolutionError.self) { try container.tryResolve(RequestContext.self) } }
    }

    @Test func `C16: readers that race with the end of their scope get the instance or that it is closed`() async throws {
        for _ in 0..<200 {
            let started = Counter()
            let tasks = try await container.withScope(.request) {
                let made = container.resolve(RequestContext.self)
                let tasks = (0..<3).map { _ in
                    Task { [container] in
                        started.increment()
                        while let found = try? container.tryResolve(RequestContext.self) {
                            #expect(found === made)
                            await Task.yield()
                        }
                    }
                }
                while started.value == 0 { await Task.yield() }
                return tasks
            }
            for task in tasks { await task.value }
        }
    }

    @Test func `C6: what a reader was looking at when its scope ended goes, too`() {
        for _ in 0..<stressRounds(debug: 300, release: 3_000) {
            weak var gone: RequestContext?
            do {
                let held = HeldScope(.session, id: "one", in: container)
                container.register(RequestContext.self, .scoped(.session), using: { RequestContext() })
                held.withScope(.request) { for _ in 0..<3 { gone = container.resolve(RequestContext.self) } }
                let started = Counter()
                let reader = startThread { [container] in
                    held.withScope(.request) {
                        while (try? container.tryResolve(RequestContext.self)) != nil {
                            started.increment()
                        }
                    }
                }
                while started.value == 0 { yieldProcessor() }
                held.clear()
                join(reader)
            }
            #expect(gone == nil)
        }
    }
}
