import Synchronization
import Testing

@testable import Depot

/// What is there is found without the lock: these make sure that it is found, and only while it is right.
@Suite struct ShownInstancesTests {
    private let container = Container()
    private var slot: Unmanaged<Slot> {
        container.readableSlot(UInt(bitPattern: ObjectIdentifier(RequestContext.self)), 0).unsafelyUnwrapped
    }

    init() {
        container.register(RequestContext.self, .scoped(.request), using: { RequestContext() })
    }

    @Test func `The second resolve in a scope shows the instance to those after it`() {
        container.withScope(.request) {
            let made = container.resolve(RequestContext.self)
            #expect(container.shown(slot) == nil)
            #expect(container.resolve(RequestContext.self) === made)
            #expect(container.shown(slot) != nil)
            #expect(container.resolve(RequestContext.self) === made)
            container.withScope(.request) {
                #expect(container.shown(slot) == nil)
                #expect(container.resolve(RequestContext.self) !== made)
            }
        }
        #expect(container.shown(slot) == nil)
    }

    @Test func `What is replaced, or registered anew, is not shown any more`() {
        container.withScope(.request) {
            let made = container.resolve(RequestContext.self)
            _ = container.resolve(RequestContext.self)
            let mock = RequestContext()
            let replacement = container.replace(RequestContext.self, with: mock)
            #expect(container.resolve(RequestContext.self) === mock)
            replacement.restore()
            #expect(container.resolve(RequestContext.self) === made)
            #expect(container.shown(slot) != nil)
            container.withOverrides {
                $0.replace(RequestContext.self, with: mock)
            } operation: {
                #expect(container.resolve(RequestContext.self) === mock)
            }
            container.register(RequestContext.self, .scoped(.request), using: { RequestContext() })
            let fresh = container.resolve(RequestContext.self)
            #expect(fresh !== made)
            _ = container.resolve(RequestContext.self)
            #expect(container.resolve(RequestContext.self) === fresh)
            #expect(container.shown(slot) != nil)
        }
    }

    @Test func `What was shown goes with the end of its scope, though the scope itself is still held`() {
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
                        started.value.add(1, ordering: .relaxed)
                        while let found = try? container.tryResolve(RequestContext.self) {
                            #expect(found === made)
                            await Task.yield()
                        }
                    }
                }
                while started.value.load(ordering: .relaxed) == 0 { await Task.yield() }
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
                            for _ in 0..<8 { _ = container.shown(slot(of: container)) }
                            started.value.store(1, ordering: .relaxed)
                        }
                    }
                }
                while started.value.load(ordering: .relaxed) == 0 {}
                held.clear()
                join(reader)
            }
            #expect(gone == nil)
        }
    }

    private func slot(of container: Container) -> Unmanaged<Slot> {
        container.readableSlot(UInt(bitPattern: ObjectIdentifier(RequestContext.self)), 0).unsafelyUnwrapped
    }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
}
