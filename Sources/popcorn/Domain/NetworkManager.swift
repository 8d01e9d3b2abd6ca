import Foundation

/// Carries a request to a backend and brings the answer back.
///
/// The app has two: see `EmbeddedNetwork` and `ServerNetwork`.
protocol NetworkManager: Sendable {
    /// Who answers, for people: `the server at http://…`.
    var place: String { get }

    /// Sends a request. A refusal is an answer; only what never got an answer is thrown.
    func send(_ request: Request) async throws(Problem) -> Reply
}

/// A request as it goes over the wire.
struct Request: Sendable, CustomStringConvertible {
    let method: String
    let path: String
    var token: String?
    var body: Data?

    /// The method and the path, never the token or the body.
    var description: String { "\(method) \(path)" }
}

/// An answer as it comes over the wire.
struct Reply: Sendable {
    let status: Int
    let body: Data

    init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }

    init(status: Int, _ value: some Encodable) throws {
        self.init(status: status, body: try JSONEncoder.popcorn.encode(value))
    }
}

extension NetworkManager {
    /// Calls an endpoint; every answer that is not its success is thrown as a ``Problem``.
    func call<Body, Answer>(_ endpoint: API.Endpoint<Body, Answer>, _ body: Body, token: String? = nil) async throws(Problem) -> Answer {
        var request = Request(method: endpoint.method, path: endpoint.path, token: token)
        if Body.self != Nothing.self {
            do {
                request.body = try JSONEncoder.popcorn.encode(body)
            } catch {
                throw Problem(.badInput, "The request cannot be written as JSON.", at: "\(request)", fix: "\(error)")
            }
        }
        let reply = try await send(request)
        let place = "\(request), \(place)"
        let decoder = JSONDecoder.popcorn
        if reply.status == endpoint.status, let answer = try? decoder.decode(Answer.self, from: reply.body) { return answer }
        if let refusal = try? decoder.decode(API.Refusal.self, from: reply.body) {
            throw Problem(.refused(refusal.error), refusal.message, at: place, fix: refusal.error.fix)
        }
        throw Problem(
            .badAnswer, "The backend's answer (status \(reply.status)) is not one that popcorn understands.", at: place,
            fix: "check that the address is that of a popcorn server of this version.")
    }

    /// Calls an endpoint that takes no body.
    func call<Answer>(_ endpoint: API.Endpoint<Nothing, Answer>, token: String) async throws(Problem) -> Answer {
        try await call(endpoint, Nothing(), token: token)
    }
}

extension API.ErrorCode {
    /// What the person at the terminal can do about it.
    var fix: String {
        switch self {
        case .badRequest, .notFound: "update popcorn or the server, so that both are of one version."
        case .weakPassword: "choose a longer password."
        case .unusablePassword: "choose a shorter password, or one without that character."
        case .wrongPassword: "check the spelling and type it again, or make another account with: popcorn sign-up NAME"
        case .wrongTicket: "log in from the home directory (--home) where you first did, or choose another name."
        case .tokenUnknown, .sessionExpired, .tokenExpired: "log in again: popcorn login NAME, or popcorn social-login PROVIDER NAME"
        case .unknownProvider: "choose one of those."
        case .nameTaken: "choose another name, or, if it is yours: popcorn login NAME"
        case .internalError: "look at the server's log."
        }
    }
}
