import Depot
import DepotValues
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives each request a scope of its own, inside that of its session if it has one, with a transaction that is committed on success.
///
/// The scope ends before the response is sent: the body of a response has to be there when the handler returns, or must not need
/// anything of the scope. Here bodies are small JSON documents, encoded in the handler. Code that streams a body would resolve what it needs
/// and keep it, and must not use the transaction, which has been committed by then.
struct RequestScopeMiddleware: RouterMiddleware {
    let container: Container
    @Dependency(\.uuid) private var uuid

    init(container: Container) {
        self.container = container
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let id = Self.harmless(request.headers[.requestID]) ?? uuid().uuidString.lowercased()
        var transactionID: String?
        var logger = context.logger
        var response: Response
        do {
            response = try await inScope(id, context.caller) {
                logger = try Container.shared.tryResolve(Logger.self)
                let transaction = try Container.shared.tryResolve(Transaction.self)
                transactionID = transaction.id
                let response = try await next(request, context)
                // On the way out by an error, or with a status that says no, the scope's end rolls back.
                if response.status.code < 400 { try await transaction.commit() }
                return response
            }
        } catch let refusal as any HTTPResponseError {
            response = try refusal.response(from: request, context: context)
        } catch {
            logger.error("\(request.method) \(request.uri.path) failed", metadata: ["error": "\(error)"])
            response = try Refusal.internalError.response(from: request, context: context)
        }
        logger.info("\(request.method) \(request.uri.path) \(response.status.code)", metadata: ["transaction": "\(transactionID ?? "none")"])
        response.headers[.requestID] = id
        response.headers[.transactionID] = transactionID
        return response
    }

    private func inScope(_ id: String, _ caller: Caller, _ operation: () async throws -> Response) async throws -> Response {
        switch caller {
        case .session(_, let session): try await session.withScope(.request, id: id, operation: operation)
        case .anonymous, .refused: try await container.withScope(.request, id: id, operation: operation)
        }
    }

    /// An id that someone else chose, if it is one that may go into logs and headers.
    private static func harmless(_ id: String?) -> String? {
        guard let id, (1...64).contains(id.utf8.count) else { return nil }
        let isHarmless = id.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_.".unicodeScalars.contains(scalar))
        }
        return isHarmless ? id : nil
    }
}
