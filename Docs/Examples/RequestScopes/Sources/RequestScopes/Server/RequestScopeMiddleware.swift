import Depot
import DepotValues
import Foundation
import Hummingbird
import Logging

/// Gives each request a scope of its own, inside that of its session if it has one, with a transaction that is committed on success.
///
/// The scope is given the request and its place in the caller's trace. Every line that is logged for it, and the response, carry that.
///
/// The scope ends before the response is sent: the body of a response has to be there when the handler returns, or must not need
/// anything of the scope. Here bodies are small JSON documents, encoded in the handler. Code that streams a body would resolve what it needs
/// and keep it, and must not use the transaction, which has been committed by then.
struct RequestScopeMiddleware: RouterMiddleware {
    let container: Container
    @Dependency(\.uuid) private var uuid
    @Dependency(\.randomNumberGenerator) private var random

    init(container: Container) {
        self.container = container
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let incoming = IncomingRequest(request, newID: uuid().uuidString.lowercased())
        let trace = TraceContext(continuing: request.headers[.traceParent], random)
        var context = context
        context.logger = RequestInfo(request: incoming, trace: trace, visitor: .anonymous).marking(context.logger)
        var logger = context.logger
        var transactionID = "none"
        var answer: Response?
        do {
            try await inScope(incoming, trace, context.caller) {
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
            logger.error("\(incoming.method) \(incoming.path) failed: \(error)")
        }
        var response = try answer ?? Refusal.internalError.response(from: request, context: context)
        response.headers[.requestID] = incoming.id
        response.headers[.traceParent] = trace.answer.header
        response.headers[.transactionID] = transactionID
        logger[metadataKey: "parent_id"] = trace.parent.map { .stringConvertible($0) }
        logger[metadataKey: "agent"] = incoming.agent.map { .string($0) }
        logger.info("\(incoming.method) \(incoming.path) \(response.status.code)", metadata: ["transaction": "\(transactionID)"])
        return response
    }

    /// Opens the request's scope, in that of its session or in none, and gives it what it expects.
    private func inScope(
        _ request: IncomingRequest, _ trace: TraceContext, _ caller: Caller, _ operation: () async throws -> Void
    ) async throws {
        let provide = { (scope: inout ScopeProvisions) in
            scope.provide(IncomingRequest.self, request)
            scope.provide(TraceContext.self, trace)
            // Made from the user that the session's scope was given.
            if case .session = caller { scope.provide(Visitor.self, using: Visitor.user) }
        }
        switch caller {
        case .session(_, let session): try await session.withScope(.request, id: request.id, providing: provide, operation: operation)
        case .anonymous, .refused: try await container.withScope(.request, id: request.id, providing: provide, operation: operation)
        }
    }
}
