import Depot
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Tracing

/// The server, put together from what the container has.
struct Server {
    let container: Container
    let startup: ColdStart
    let metrics: TextMetrics
    let tracer: any Tracer
    let logger: Logger
    /// What is done after a request.
    var afterRequest: @Sendable () -> Void = {}

    func application(
        port: Int, onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = Router()
        router.get("startup") { _, _ in startup.tree + "\n" }
        router.get("metrics") { _, _ in metrics.text }
        router.get("convert/:euros") { _, context in
            let inquiry = Inquiry(euros: try context.parameters.require("euros", as: Double.self))
            return try await inScope(inquiry, context.id) { try await Container.shared.resolveAsync(Conversion.self)() } + "\n"
        }
        router.get("archive") { _, context in
            try await inScope(Inquiry(euros: 0), context.id) { _ = try Container.shared.tryResolve(Archive.self) }
            return HTTPResponse.Status.ok
        }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: "Observed"),
            // Services are shut down in reverse order, and Hummingbird's own comes last in the list: requests are answered first.
            services: [ContainerService(container: container, logger: logger)],
            onServerRunning: onServerRunning,
            logger: logger)
    }

    /// Runs a request in a scope and a span of its own.
    ///
    /// The answer stands where only a disposal failed, which the telemetry has logged.
    private func inScope<Answer: Sendable>(
        _ inquiry: Inquiry, _ id: String, _ operation: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        defer { afterRequest() }
        return try await tracer.withSpan("request", ofKind: .server) { _ in
            var answer: Answer?
            do {
                try await container.withScope(.request, id: id, providing: { $0.provide(Inquiry.self, inquiry) }) {
                    answer = try await operation()
                }
            } catch is DisposalError where answer != nil {}
            guard let answer else { throw HTTPError(.internalServerError) }
            return answer
        }
    }
}

/// Closes the container when the server is told to stop.
struct ContainerService: Service {
    let container: Container
    let logger: Logger

    func run() async throws {
        // Returns on SIGTERM, and when the task is cancelled.
        try? await gracefulShutdown()
        let failures = await container.close()
        logger.notice("closed the container", metadata: ["failures": "\(failures.count)"])
    }
}
