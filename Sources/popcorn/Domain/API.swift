import Foundation

/// What the app and its backend say to each other, as JSON over HTTP.
///
/// | request            | sends              | answer          | refusals                                    |
/// |--------------------|--------------------|-----------------|---------------------------------------------|
/// | POST /sign-up      | ``Credentials``    | 201 ``Account`` | 400 `weak_password`, 409 `name_taken`       |
/// | POST /login        | ``Credentials``    | 200 ``Session`` | 401 `wrong_password`                        |
/// | POST /social-login | ``SocialIdentity`` | 200 ``Session`` | 401 `wrong_ticket`, 404 `unknown_provider`  |
/// | POST /refresh      | ``Renewal``        | 200 ``Session`` | 401 `token_unknown`, 410 `session_expired`  |
/// | GET /me            | a bearer token     | 200 ``Account`` | 401 `token_unknown`, 401 `token_expired`    |
/// | POST /log-out      | a bearer token     | 200 ``Nothing`` | 401 `token_unknown`                         |
///
/// Every refusal has the body ``Refusal``. What is not understood is 400 `bad_request`, any other path 404 `not_found`. A password or
/// ticket that cannot be hashed is 400 `unusable_password`. `wrong_password` does not tell whether there is such an account.
/// Dates are ISO 8601. The bearer token goes into the header `Authorization: Bearer TOKEN`.
enum API {
    static let signUp = Endpoint<Credentials, Account>("POST", "/sign-up", status: 201)
    static let login = Endpoint<Credentials, Session>("POST", "/login")
    static let socialLogin = Endpoint<SocialIdentity, Session>("POST", "/social-login")
    static let refresh = Endpoint<Renewal, Session>("POST", "/refresh")
    static let me = Endpoint<Nothing, Account>("GET", "/me")
    static let logOut = Endpoint<Nothing, Nothing>("POST", "/log-out")

    /// A request by its types: what it sends, what it gets, and the status of success.
    struct Endpoint<Body: Codable & Sendable, Answer: Codable & Sendable>: Sendable {
        let method: String
        let path: String
        let status: Int

        init(_ method: String, _ path: String, status: Int = 200) {
            self.method = method
            self.path = path
            self.status = status
        }
    }
}

/// What POST /sign-up and POST /login send.
struct Credentials: Codable, Sendable {
    let name: AccountName
    let password: Password
}

/// What POST /social-login sends: who it is, according to whom, and the ticket that proves it.
struct SocialIdentity: Codable, Sendable {
    let provider: IdentityProvider
    let name: AccountName
    let ticket: Password
}

/// What POST /refresh sends.
struct Renewal: Codable, Sendable {
    let refreshToken: String
}

/// Someone who can log in.
struct Account: Codable, Equatable, Sendable {
    /// The name; with `@provider` behind it for one that a provider vouches for.
    let name: String
    /// Who vouches for it, if not a password.
    let provider: IdentityProvider?
    let joined: Date
}

/// A login, for as long as it is refreshed.
struct Session: Codable, Equatable, Sendable {
    /// Which login it is, refreshed or not; it opens nothing.
    let id: UUID
    let account: String
    /// Opens everything, for a quarter of an hour.
    let accessToken: String
    let accessExpires: Date
    /// Gets a new pair of tokens, once.
    let refreshToken: String
    let refreshExpires: Date
}

/// No content: `{}`.
struct Nothing: Codable, Equatable, Sendable {}

extension API {
    /// The body of every answer that is not a success.
    struct Refusal: Codable, Sendable {
        let error: ErrorCode
        let message: String
    }

    /// Why a backend refuses.
    enum ErrorCode: String, Codable, Sendable {
        case badRequest = "bad_request"
        case weakPassword = "weak_password"
        case unusablePassword = "unusable_password"
        case wrongPassword = "wrong_password"
        case wrongTicket = "wrong_ticket"
        case tokenUnknown = "token_unknown"
        case tokenExpired = "token_expired"
        case unknownProvider = "unknown_provider"
        case notFound = "not_found"
        case nameTaken = "name_taken"
        case sessionExpired = "session_expired"
        case internalError = "internal_error"
    }
}

extension JSONEncoder {
    /// The encoder for the wire and for files: readable, and the same bytes for the same value.
    static var popcorn: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONDecoder {
    /// The decoder for the wire and for files.
    static var popcorn: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
