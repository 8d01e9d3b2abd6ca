import Hummingbird

/// Cancels a request's task when its client hangs up.
struct HangUpResponder<Base: HTTPResponder>: HTTPResponder where Base.Context == ServerContext {
    let base: Base
    let connections: Connections

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let connection = connections.connection(of: context.channel) else {
            return try await base.respond(to: request, context: context)
        }
        let work = Task { try await base.respond(to: request, context: context) }
        connection.onEnd { work.cancel() }
        defer { connection.onEnd(nil) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
