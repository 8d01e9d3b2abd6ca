import Foundation

/// A whole popcorn backend in files: the API of `API.swift`, without a server.
///
/// What time it is and how a login is named are ambient values, read where they are needed: nobody has to pass them on.
struct Backend: Sendable {
    let directory: URL
    let hasher: any PasswordHasher
    let accounts: JSONFile<[String: AccountRecord]>
    let sessions: JSONFile<[SessionRecord]>

    /// Makes a backend.
    ///
    /// The directory is made when the first file is written.
    init(directory: URL, hasher: any PasswordHasher) {
        self.directory = directory
        self.hasher = hasher
        accounts = JSONFile(title: "accounts", url: directory.appending(path: "accounts.json"), empty: [:])
        sessions = JSONFile(title: "logins", url: directory.appending(path: "sessions.json"), empty: [])
    }

    /// Answers a request.
    ///
    /// What is thrown is about the files; every refusal is an answer.
    func answer(_ request: Request) async throws(Problem) -> Reply {
        do {
            return try await route(request)
        } catch let refusal as BackendRefusal {
            return refusal.reply
        } catch let problem as Problem {
            throw problem
        } catch {
            return BackendRefusal(500, .internalError, "\(error)").reply
        }
    }

    private func route(_ request: Request) async throws -> Reply {
        switch (request.method, request.path) {
        case ("POST", "/sign-up"): try await reply(201, signUp(body(of: request)))
        case ("POST", "/login"): try await reply(200, logIn(body(of: request)))
        case ("POST", "/social-login"): try await reply(200, socialLogIn(body(of: request)))
        case ("POST", "/refresh"): try reply(200, refresh(body(of: request)))
        case ("GET", "/me"): try reply(200, account(for: request.token))
        case ("POST", "/log-out"): try reply(200, logOut(request.token))
        default: throw BackendRefusal(404, .notFound, "There is no \(request) here.")
        }
    }

    private func body<Body: Decodable>(of request: Request) throws(BackendRefusal) -> Body {
        guard let body = try? JSONDecoder.popcorn.decode(Body.self, from: request.body ?? Data()) else { throw .badRequest }
        return body
    }

    private func reply(_ status: Int, _ value: some Encodable) throws -> Reply { try Reply(status: status, value) }
}
