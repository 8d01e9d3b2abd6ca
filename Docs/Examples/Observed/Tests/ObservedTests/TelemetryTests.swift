import Depot
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Testing
import Tracing

@testable import Observed

private final class Disk: Sendable {}

private final class Index: Sendable {
    init(_ disk: Disk) {}
}

private struct Search: Sendable {
    init(_ index: Index) {}
}

private struct Broken: Sendable {
    struct Worn: Error {}
    init() throws { throw Worn() }
}

private final class Untidy: Disposable, Sendable {
    struct Stuck: Error {}
    func dispose() async throws { throw Stuck() }
}

/// Backends in memory, for a container whose search needs an index, and that a disk.
private struct Backends {
    let log = InMemoryLogHandler()
    let metrics = TestMetrics()
    let tracer = InMemoryTracer()
    let container = Container()

    init() {
        container.register(Disk.self, .singleton, in: .repository, using: Disk.init)
        container.register(Index.self, .singleton, in: .repository, using: Index.init)
        container.register(Search.self, using: Search.init)
        container.register(Broken.self, using: Broken.init)
        container.register(Untidy.self, .scoped(.request), using: Untidy.init)
    }

    func observe(slow: Duration = .seconds(3600)) -> Container.Observation {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        return Telemetry(logger: logger, metrics: metrics, tracer: tracer, slow: slow).observe(container)
    }

    /// The operation names of the finished spans, each with that of the span it is in.
    var spans: [String] {
        let spans = tracer.finishedSpans
        let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0.operationName) })
        return spans.map { span in "\(span.operationName) in \(span.parentSpanID.flatMap { names[$0] } ?? "nothing")" }.sorted()
    }

    func builds(of service: String, _ lifetime: String) throws -> Int {
        try metrics.expectTimer("depot.build.duration", [("service", service), ("lifetime", lifetime)]).values.count
    }
}

struct TelemetryTests {
    private let backends = Backends()

    @Test func `cold builds are spans, each in that of the service it was built for`() {
        let observation = backends.observe()
        _ = backends.container.resolve(Search.self)
        _ = backends.container.resolve(Search.self)
        observation.end()
        #expect(backends.spans == ["build Disk in build Index", "build Index in build Search", "build Search in nothing"])
        let disk = backends.tracer.finishedSpans.first { $0.operationName == "build Disk" }
        #expect(disk?.attributes.get("depot.layer") == "repository")
    }

    @Test func `a cold build is in the span that was current`() {
        let observation = backends.observe()
        backends.tracer.withSpan("request") { _ in _ = backends.container.resolve(Disk.self) }
        observation.end()
        #expect(backends.spans == ["build Disk in request", "request in nothing"])
    }

    @Test func `every build is timed, under the names of services and lifetimes`() throws {
        let observation = backends.observe()
        for _ in 1...3 { _ = backends.container.resolve(Search.self) }
        observation.end()
        #expect(try backends.builds(of: "Disk", "singleton") == 1)
        #expect(try backends.builds(of: "Index", "singleton") == 1)
        #expect(try backends.builds(of: "Search", "transient") == 3)
        #expect(backends.metrics.timers.count == 3)
    }

    @Test(arguments: [(0, 2), (3600, 0)])
    func `a build is logged when its own time is at least what is slow`(seconds: Int, lines: Int) {
        let observation = backends.observe(slow: .seconds(seconds))
        _ = backends.container.resolve(Index.self)
        observation.end()
        #expect(backends.log.entries.count == lines)
        #expect(backends.log.entries.allSatisfy { $0.level == .warning && "\($0.message)".hasPrefix("slow build: ") })
    }

    @Test func `a failure is logged with its path and its fix, and counted by its kind`() throws {
        let observation = backends.observe()
        #expect(throws: ResolutionError.self) { try backends.container.tryResolve(Broken.self) }
        #expect(throws: ResolutionError.self) { try backends.container.tryResolve(String.self) }
        observation.end()
        let entries = backends.log.entries
        #expect(entries.map(\.level) == [.error, .error])
        #expect(entries.map { $0.metadata["kind"] } == ["factoryFailed", "notRegistered"])
        #expect(entries.map { $0.metadata["path"] } == ["Broken", "String"])
        #expect(entries.allSatisfy { $0.metadata["fix"] != nil })
        for kind in ["factoryFailed", "notRegistered"] {
            #expect(try backends.metrics.expectCounter("depot.resolution.failures", [("kind", kind)]).totalValue == 1)
        }
    }

    @Test func `scopes are counted by kind, and never by id`() async throws {
        let observation = backends.observe()
        for number in 1...5 {
            try await backends.container.withScope(.request, id: "r-\(number)") { await Task.yield() }
        }
        observation.end()
        #expect(try backends.metrics.expectTimer("depot.scope.duration", [("kind", "request")]).values.count == 5)
        #expect(try backends.metrics.expectMeter("depot.scopes.open", [("kind", "request")]).values.last == 0)
        #expect(backends.metrics.timers.count == 1)
        #expect(backends.log.entries.map(\.level) == Array(repeating: .debug, count: 10))
    }

    @Test func `a disposal that fails is logged and counted by type`() async throws {
        let observation = backends.observe()
        await #expect(throws: DisposalError.self) {
            try await backends.container.withScope(.request) { _ = backends.container.resolve(Untidy.self) }
        }
        observation.end()
        #expect(backends.log.entries.filter { $0.level == .error }.map { $0.metadata["type"] } == ["Untidy"])
        #expect(try backends.metrics.expectCounter("depot.disposal.failures", [("type", "Untidy")]).totalValue == 1)
    }

    @Test func `after its end nothing more is told`() {
        backends.observe().end()
        _ = backends.container.resolve(Search.self)
        #expect(backends.log.entries.isEmpty)
        #expect(backends.metrics.timers.isEmpty)
        #expect(backends.tracer.finishedSpans.isEmpty)
    }
}
