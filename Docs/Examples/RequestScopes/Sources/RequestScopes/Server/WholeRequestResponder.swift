import Hummingbird
import NIOCore

/// Hands a request on when all of it is there.
///
/// So nothing is held for a client that sends slowly: no scope, no transaction, no session. ``ConnectionHandler`` says how slowly it may.
struct WholeRequestResponder<Base: HTTPResponder>: HTTPResponder where Base.Context == ServerContext {
    let base: Base
    /// The bytes that a body may have.
    let bodySize: Int

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var request = request
        do {
            _ = try await request.collectBody(upTo: bodySize)
        } catch is NIOTooManyBytesError {
            return try Refusal.bodyTooLarge.response(from: request, context: context)
        }
        // The body also ends where the connection does.
        try Task.checkCancellation()
        return try await base.respond(to: request, context: context)
    }
}
