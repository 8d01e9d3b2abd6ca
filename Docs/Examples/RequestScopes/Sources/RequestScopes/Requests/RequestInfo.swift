import Depot
import Logging

/// What a request knows of itself: one for each request scope, made from what that and its session's were given.
struct RequestInfo: Sendable {
    let request: IncomingRequest
    let trace: TraceContext
    let visitor: Visitor

    /// The request's id.
    var id: String { request.id }

    /// The request's logger: the server's, with the ids in every line.
    static func logger(of request: RequestInfo, from log: ServerLog) -> Logger { request.marking(log.logger) }

    /// A logger with the request's ids in every line.
    func marking(_ logger: Logger) -> Logger {
        var logger = logger
        logger[metadataKey: "request"] = .string(id)
        logger[metadataKey: "trace_id"] = .stringConvertible(trace.trace)
        logger[metadataKey: "span_id"] = .stringConvertible(trace.span)
        if let user = visitor.user { logger[metadataKey: "login"] = .string(user.login) }
        return logger
    }
}

/// The server's own logger, which those of requests are made from.
struct ServerLog: Sendable {
    let logger: Logger
}
