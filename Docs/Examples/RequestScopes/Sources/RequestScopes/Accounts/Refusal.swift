import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

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
        let body = body
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)"]
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// What is sent.
    var body: ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Two texts can always be encoded.
        return ByteBuffer(bytes: (try? encoder.encode(Body(error: code, message: message))) ?? Data())
    }

    private struct Body: Encodable {
        let error: String
        let message: String
    }

    static let badRequest = Refusal(.badRequest, "bad_request", "The body of the request is not what this path takes.")
    static let unusablePassword = Refusal(
        .badRequest, "unusable_password", "A password has at most \(Password.maximumSize) bytes of UTF-8, and no NUL character.")
    static let wrongPassword = Refusal(.unauthorized, "wrong_password", "The name or the password is wrong.")
    static let bodyTooLarge = Refusal(
        .contentTooLarge, "body_too_large", "The body of the request has more bytes than any path here takes.")
    static let bodyTooSlow = Refusal(.requestTimeout, "body_too_slow", "The body of the request took longer than it may.")
    static let tokenUnknown = Refusal(.unauthorized, "token_unknown", "This login is not known any more.")
    static let tokenExpired = Refusal(.unauthorized, "token_expired", "The access token has expired.")
    static let sessionExpired = Refusal(.gone, "session_expired", "The login has expired: it was not used for 30 days.")
    static let internalError = Refusal(.internalServerError, "internal_error", "Something went wrong here.")
}
