import Depot
import InMemoryTracing
import MetricsTestKit
import Synchronization
import Testing
import Tracing

@testable import Observed

private struct First: Sendable {}
private struct Second: Sendable {}

/// What is decided without a clock and without a backend.
struct BuildTreesTests {
    private let container = Container()

    /// What an event says of a service.
    private func service<Service: Sendable>(
        _ type: Service.Type, _ lifetime: SharedLifetime, _ make: @escaping @Sendable () -> Service
    ) throws -> ContainerEvent.Service {
        let found = Mutex<ContainerEvent.Service?>(nil)
        let observation = container.observe { event in
            if case .registered(let service) = event { found.withLock { $0 = service } }
        }
        container.register(type, lifetime) { _ in make() }
        observation.end()
        return try #require(found.withLock { $0 })
    }

    @Test func `what was built for a service is its child, and waiting for it is not part of its own time`() throws {
        let first = try service(First.self, .singleton) { First() }
        let second = try service(Second.self, .singleton) { Second() }
        var trees = BuildTrees()
        let child = trees.add(second, for: first, .milliseconds(30), end: 40)
        trees.wait(first, .milliseconds(30))
        let build = trees.add(first, for: nil, .milliseconds(50), end: 60)
        #expect(build.children == [child])
        #expect(build.ownTime == .milliseconds(20))
        let again = trees.add(first, for: nil, .milliseconds(1), end: 70)
        #expect(again.children.isEmpty)
        #expect(again.ownTime == .milliseconds(1))
    }

    @Test func `what was built at the same time takes no time of its own`() throws {
        let first = try service(First.self, .singleton) { First() }
        let second = try service(Second.self, .singleton) { Second() }
        var trees = BuildTrees()
        for _ in 1...2 {
            _ = trees.add(second, for: first, .milliseconds(30), end: 40)
            trees.wait(first, .milliseconds(30))
        }
        #expect(trees.add(first, for: nil, .milliseconds(50), end: 60).ownTime == .zero)
    }

    @Test func `what was noted for a service that failed is forgotten`() throws {
        let first = try service(First.self, .singleton) { First() }
        let second = try service(Second.self, .singleton) { Second() }
        var trees = BuildTrees()
        _ = trees.add(second, for: first, .milliseconds(30), end: 40)
        trees.wait(first, .milliseconds(30))
        trees.forget(["First"])
        let build = trees.add(first, for: nil, .milliseconds(50), end: 60)
        #expect(build.children.isEmpty)
        #expect(build.ownTime == .milliseconds(50))
    }

    @Test func `only what is built once is cold`() throws {
        let first = try service(First.self, .scoped(.request)) { First() }
        let second = try service(Second.self, .eager) { Second() }
        var trees = BuildTrees()
        #expect(!trees.add(first, for: nil, .zero, end: 0).isCold)
        _ = trees.add(second, for: first, .zero, end: 0)
        #expect(trees.add(first, for: nil, .zero, end: 0).isCold)
    }

    @Test func `a span has the time of its build`() throws {
        let tracer = InMemoryTracer()
        let first = try service(First.self, .singleton) { First() }
        let second = try service(Second.self, .singleton) { Second() }
        var trees = BuildTrees()
        _ = trees.add(second, for: first, .nanoseconds(30), end: 1_040)
        BuildSpans(tracer: tracer).take(trees.add(first, for: nil, .nanoseconds(50), end: 1_060))
        let times = tracer.finishedSpans.map { [$0.startInstant.nanosecondsSinceEpoch, $0.endInstant.nanosecondsSinceEpoch] }
        #expect(times == [[1_010, 1_040], [1_010, 1_060]])
    }

    @Test func `a service beyond the limit is counted as other`() throws {
        let metrics = TestMetrics()
        let events = EventMetrics(factory: metrics, limit: 1)
        var trees = BuildTrees()
        let first = try service(First.self, .singleton) { First() }
        let second = try service(Second.self, .singleton) { Second() }
        for service in [first, second, first] { events.take(trees.add(service, for: nil, .zero, end: 0)) }
        let counts = ["First", "other"].map { name in
            try? metrics.expectTimer("depot.build.duration", [("service", name), ("lifetime", "singleton")]).values.count
        }
        #expect(counts == [2, 1])
        #expect(metrics.timers.count == 2)
    }

    @Test func `a cold start names what took longest by itself`() {
        let start = ColdStart([
            .init(name: "Rates", depth: 0, duration: .milliseconds(90)),
            .init(name: "Database", depth: 1, duration: .milliseconds(60)),
            .init(name: "Options", depth: 2, duration: .milliseconds(5)),
            .init(name: "Options", depth: 1, duration: .milliseconds(1), isCreated: false),
            .init(name: "Symbols", depth: 0, duration: .milliseconds(40)),
        ])
        #expect(start.line() == "cold start: Database 55 ms, Symbols 40 ms, Rates 29 ms")
    }
}
