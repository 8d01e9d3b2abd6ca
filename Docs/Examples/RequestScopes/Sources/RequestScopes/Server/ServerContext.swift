import Depot
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What Hummingbird hands from one middleware to the next.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that the request came in on.
    let channel: any Channel
    /// What the access token says.
    var caller = Caller.anonymous

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// Who makes a request.
enum Caller: Sendable {
    /// There is no access token.
    case anonymous
    /// There is one, but it is no good; whoever needs a login throws this.
    case refused(any Error)
    /// Someone who is logged in, with the scope of the session.
    case session(LoginRecord, HeldScope)

    /// The login.
    ///
    /// - Throws: Why there is none.
    var login: LoginRecord {
        get throws {
            switch self {
            case .anonymous: throw Refusal.tokenUnknown
            case .refused(let error): throw error
            case .session(let login, _): login
            }
        }
    }
}

extension HTTPField.Name {
    /// The request's id: taken from the request where it is harmless, else made, and always sent back.
    static let requestID = HTTPField.Name("X-Request-ID")!  // It is a well-formed name.
    /// The caller's place in a trace, and in the response the server's.
    static let traceParent = HTTPField.Name("traceparent")!  // It is a well-formed name.
    /// The id of the request's transaction.
    static let transactionID = HTTPField.Name("X-Transaction-ID")!  // It is a well-formed name.
}

extension Request {
    /// The token in `Authorization: Bearer TOKEN`.
    var bearerToken: String? {
        guard let value = headers[.authorization], value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }
}
