import Foundation

/// A refusal on its way to becoming an answer.
struct BackendRefusal: Error {
    let status: Int
    let error: API.ErrorCode
    let message: String

    init(_ status: Int, _ error: API.ErrorCode, _ message: String) {
        self.status = status
        self.error = error
        self.message = message
    }

    var reply: Reply {
        let body = try? JSONEncoder.popcorn.encode(API.Refusal(error: error, message: message))
        return Reply(status: status, body: body ?? Data())
    }

    static let badRequest = BackendRefusal(400, .badRequest, "The body of the request is not what this path takes.")
    static let unusablePassword = BackendRefusal(400, .unusablePassword, Password.unusable)
    static let wrongPassword = BackendRefusal(401, .wrongPassword, "The name or the password is wrong.")
    static let tokenUnknown = BackendRefusal(401, .tokenUnknown, "This login is not known any more.")
    static let tokenExpired = BackendRefusal(401, .tokenExpired, "The access token has expired.")
    static let sessionExpired = BackendRefusal(410, .sessionExpired, "The login has expired: it was not used for 30 days.")
}
