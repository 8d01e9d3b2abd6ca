import Depot
import DepotTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import InMemoryTracing
import Logging
import Testing

@testable import Observed

struct ServerTests {
    private let log = InMemoryLogHandler()
    private let tracer = InMemoryTracer()

    /// A server whose services take no time.
    private func server() async throws -> (server: Server, observation: Container.Observation) {
        let container = try Bootstrap.container(ServerOptions(port: 0, pause: .zero))
        let metrics = TextMetrics()
        let logger = Logger(label: "test") { _ in log }
        let observation = Telemetry(logger: logger, metrics: metrics, tracer: tracer, slow: .seconds(3600)).observe(container)
        let startup = try await Bootstrap.start(container)
        return (Server(container: container, startup: startup, metrics: metrics, tracer: tracer, logger: logger), observation)
    }

    private func text(_ client: some TestClientProtocol, _ path: String) async throws -> String {
        try await client.execute(uri: path, method: .get) { "\($0.status.code) " + String(buffer: $0.body) }
    }

    @Test func `the graph is valid`() {
        expectValid(Container { RatesAssembly(options: ServerOptions()) })
    }

    @Test func `the first request builds what is missing, in its span`() async throws {
        let (server, observation) = try await server()
        try await server.application(port: 0).test(.router) { client async throws in
            tracer.clearFinishedSpans()
            #expect(try await text(client, "/convert/10") == "200 $12.5\n")
            let names = tracer.popFinishedSpans().map(\.operationName).sorted()
            #expect(names == ["build Conversion", "build Receipt", "build Symbols", "request"])
            #expect(try await text(client, "/convert/8") == "200 $10.0\n")
            #expect(tracer.popFinishedSpans().map(\.operationName) == ["request"])
        }
        observation.end()
    }

    @Test func `a test overrides for one request, and another test for itself`() async throws {
        let (server, observation) = try await server()
        try await server.application(port: 0).test(.router) { client async throws in
            try await server.container.withOverrides {
                $0.replace(Symbols.self, with: Symbols(dollar: "US$"))
            } operation: { () async throws in
                #expect(try await text(client, "/convert/10") == "200 US$12.5\n")
            }
            #expect(try await text(client, "/convert/10") == "200 $12.5\n")
        }
        observation.end()
    }

    @Test func `the start tells where its time went`() async throws {
        let (server, observation) = try await server()
        #expect(Set(server.startup.slowest.map(\.name)).isSuperset(of: ["Database", "Rates"]))
        try await server.application(port: 0).test(.router) { client async throws in
            let tree = try await text(client, "/startup")
            #expect(tree.contains("Rates  singleton  created in "))
            #expect(tree.contains("Database  singleton  "))
        }
        observation.end()
    }

    @Test func `what cannot be resolved is an internal error, logged and counted`() async throws {
        let (server, observation) = try await server()
        try await server.application(port: 0).test(.router) { client async throws in
            #expect(try await text(client, "/archive").hasPrefix("500 "))
            #expect(try await text(client, "/metrics").contains("depot_resolution_failures_total{kind=\"factoryFailed\"} 1\n"))
        }
        observation.end()
        let failures = log.entries.filter { $0.metadata["kind"] != nil }
        #expect(failures.map(\.level) == [.error])
    }

    @Test func `a disposal that fails does not take the answer away`() async throws {
        let (server, observation) = try await server()
        try await server.application(port: 0).test(.router) { client async throws in
            #expect(try await text(client, "/convert/-10") == "200 $-12.5\n")
            let metrics = try await text(client, "/metrics")
            #expect(metrics.contains("depot_disposal_failures_total{type=\"Receipt\"} 1\n"))
            #expect(metrics.contains("depot_scopes_open{kind=\"request\"} 0\n"))
            #expect(metrics.contains("depot_scope_duration_seconds_count{kind=\"request\"} 1\n"))
            #expect(metrics.contains("depot_build_duration_seconds_count{service=\"Symbols\",lifetime=\"singleton\"} 1\n"))
        }
        observation.end()
    }
}
