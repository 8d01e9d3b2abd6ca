import HTTPTypes
import Hummingbird

/// Says in the API's own words that a path is not there.
struct NotFoundMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            throw Refusal(.notFound, "not_found", "There is no \(request.method) \(request.uri.path) here.")
        }
    }
}
