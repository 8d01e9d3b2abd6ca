import Depot
import Foundation
import Hummingbird
import InMemoryTracing
import Logging
import Metrics
import NIOCore
import Tracing

/// Serves on the loopback until it is told to stop, by SIGTERM or SIGINT; the first argument is the port, 0 for any that is free.
@main
struct Main {
    static func main() async throws {
        var logger = Logger(label: "Observed") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .debug
        let metrics = TextMetrics()
        MetricsSystem.bootstrap(metrics)
        let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
        InstrumentationSystem.bootstrap(tracer)

        var options = ServerOptions()
        if CommandLine.arguments.count > 1, let port = Int(CommandLine.arguments[1]) { options.port = port }
        let container = try Bootstrap.container(options)
        let telemetry = Telemetry(logger: logger, metrics: metrics, tracer: tracer, slow: .milliseconds(50))
        let observation = telemetry.observe(container)
        defer { observation.end() }
        let startup = try await Bootstrap.start(container)
        logger.notice("\(startup.line())")

        SpanLog.write(tracer, logger)

        let server = Server(container: container, startup: startup, metrics: metrics, tracer: tracer, logger: logger) { [logger] in
            SpanLog.write(tracer, logger)
        }
        let application = server.application(port: options.port) { channel in
            say("Observed listens on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        }
        try await application.runService()
    }
}

/// Puts the server's container together.
enum Bootstrap {
    static func container(_ options: ServerOptions) throws -> Container {
        let container = Container { RatesAssembly(options: options) }
        try container.validate()
        return container
    }

    /// Builds what takes long before the first request comes, and says where the time went.
    static func start(_ container: Container) async throws -> ColdStart {
        let (_, trace) = try await container.trace { try await container.start() }
        return ColdStart(trace)
    }
}

/// Prints a line at once, also into a pipe.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
