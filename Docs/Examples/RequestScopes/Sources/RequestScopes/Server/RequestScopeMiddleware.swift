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
        var logger = context.logger
        var transactionID = "none"
        var answer: Response?
        do {
            try await inScope(id, context.caller) {
                logger = try Container.shared.tryResolve(Logger.self)
                let transaction = try Container.shared.tryResolve(Transaction.self)
                transactionID = transaction.id
                let response = try await next(request, context)
                // On the way out by an error, or with a status that says no, the scope's end rolls back.
                if response.status.code < 400 { try await transaction.commit() }
                answer = response
            }
        } catch let refusal as any HTTPResponseError {
            answer = try refusal.response(from: request, context: context)
        } catch let failures as DisposalError {
            // The answer stands; what failed is the tidying up after it.
            logger.error("\(failures)")
        } catch {
            logger.error("\(request.method) \(request.uri.path) failed: \(error)")
        }
        var response = try answer ?? Refusal.internalError.response(from: request, context: context)
        response.headers[.requestID] = id
        response.headers[.transactionID] = transactionID
        logger.info("\(request.method) \(request.uri.path) \(response.status.code)", metadata: ["transaction": "\(transactionID)"])
        return response
    }

    /// Opens the request's scope: in that of its session, or in none.
    private func inScope(_ id: String, _ caller: Caller, _ operation: () async throws -> Void) async throws {
        switch caller {
        case .session(_, let session): try await session.withScope(.request, id: id, operation: operation)
        case .anonymous, .refused: try await container.withScope(.request, id: id, operation: operation)
        }
    }

    /// An id that someone else chose, if it is one that may go into logs and headers.
    private static func harmless(_ id: String?) -> String? {
        guard let id, (1...64).contains(id.utf8.count) else { return nil }
        let isHarmless = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        return isHarmless ? id : nil
    }
}
