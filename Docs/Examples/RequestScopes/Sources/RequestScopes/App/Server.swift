import Depot
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// The server, put together from what the container has.
enum Server {
    static func application(
        _ container: Container, onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        let options = try container.tryResolve(ServerOptions.self)
        let tally = try container.tryResolve(Tally.self)
        let connections = Connections(limits: options.limits, tally: tally)

        let router = Router(context: ServerContext.self)
        // Before the middlewares are added, so without a scope: it tells which are open.
        router.get("health") { _, _ in Health(of: container, tally) }
        router.add(middleware: try SessionScopeMiddleware(container: container))
        router.add(middleware: RequestScopeMiddleware(container: container))
        router.add(middleware: NotFoundMiddleware())
        if options.isRehearsal { RehearsalRoutes.add(to: router) }
        Routes.add(to: router)

        return Application(
            responder: HangUpResponder(
                base: WholeRequestResponder(base: router.buildResponder(), bodySize: options.limits.bodySize), connections: connections),
            server: .http1(configuration: .init(additionalChannelHandlers: [connections.handler()])),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: options.port), serverName: "RequestScopes"),
            services: [try SessionSweeper(sessions: container.tryResolve(SessionScopes.self))],
            onServerRunning: onServerRunning,
            logger: try container.tryResolve(ServerLog.self).logger)
    }
}
