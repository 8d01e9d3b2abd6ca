import Foundation
import HTTPTypes
import Hummingbird

/// A no on its way to becoming an answer.
///
/// Whatever the request wrote until then is rolled back.
struct Refusal: Error, HTTPResponseError, Equatable {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(Body(error: code, message: message), from: request, context: context)
        response.status = status
        return response
    }

    private struct Body: Encodable {
        let error: String
        let message: String
    }

    static let badRequest = Refusal(.badRequest, "bad_request", "The body of the request is not what this path takes.")
    static let tokenUnknown = Refusal(.unauthorized, "token_unknown", "This login is not known any more.")
    static let tokenExpired = Refusal(.unauthorized, "token_expired", "The access token has expired.")
    static let sessionExpired = Refusal(.gone, "session_expired", "The login has expired: it was not used for 30 days.")
    static let internalError = Refusal(.internalServerError, "internal_error", "Something went wrong here.")
}
