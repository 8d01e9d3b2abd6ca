import Depot
import Foundation
import Logging

/// What a request knows of itself: one for each request scope.
struct RequestInfo: Sendable {
    /// The id it came with, or was given; the same as that of its scope.
    let id: String
    /// The login it is made under, if any: the id of the session scope around its own.
    let login: String?

    init() {
        id = ScopeContext.shared.currentID(for: .request) ?? "none"
        login = ScopeContext.shared.currentID(for: .session)
    }

    /// The request's logger: the server's, with the ids in every line.
    static func logger(of request: RequestInfo, from log: ServerLog) -> Logger {
        var logger = log.logger
        logger[metadataKey: "request"] = .string(request.id)
        if let login = request.login { logger[metadataKey: "login"] = .string(login) }
        return logger
    }
}

/// The server's own logger, which those of requests are made from.
struct ServerLog: Sendable {
    let logger: Logger
}
