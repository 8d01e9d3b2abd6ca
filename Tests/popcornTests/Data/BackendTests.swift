import DepotTesting
import DepotValues
import Foundation
import Synchronization
import Testing

@testable import popcorn

/// The embedded backend, by the API alone: what holds here must hold for any server.
@Suite(.dependency(\.date, .constant(.newYear)), .dependencies { $0.uuid = .incrementing })
struct BackendTests {
    private let home: TemporaryHome
    private let network: EmbeddedNetwork
    private let ada: AccountName

    init() throws {
        home = try TemporaryHome()
        network = EmbeddedNetwork(backend: Backend(directory: home.url, hasher: PlatformPasswordHasher()))
        ada = try AccountName("ada")
    }

    @Test func `a sign-up answers 201 with the account, whose password is on disk as a hash only`() async throws {
        let reply = try await network.send(request("POST", "/sign-up", #"{"name": "ada", "password": "two tickets, please"}"#))
        #expect(reply.status == 201)
        #expect(
            text(reply) == """
                {
                  "joined" : "2026-01-01T00:00:00Z",
                  "name" : "ada"
                }
                """)
        let accounts = try #require(home.text(of: "accounts.json"))
        #expect(!accounts.contains("two tickets"))
        #expect(try home.mode(of: "accounts.json") == 0o600)
    }

    @Test(arguments: [
        ("POST", "/sign-up", #"{"name": "ada", "password": "two tickets, please"}"#, 409, "name_taken", "The name \"ada\" is taken."),
        (
            "POST", "/sign-up", #"{"name": "bob", "password": "1234567"}"#, 400, "weak_password",
            "The password is too short: it needs 8 characters."
        ),
        (
            "POST", "/sign-up", #"{"name": "Not a name", "password": "12345678"}"#, 400, "bad_request",
            "The body of the request is not what this path takes."
        ),
        ("POST", "/login", "{", 400, "bad_request", "The body of the request is not what this path takes."),
        (
            "POST", "/login", #"{"name": "ada", "password": "12345678"}"#, 401, "wrong_password",
            "The name or the password is wrong."
        ),
        (
            "POST", "/login", #"{"name": "bob", "password": "12345678"}"#, 401, "wrong_password",
            "The name or the password is wrong."
        ),
        (
            "POST", "/login", #"{"name": "ada", "password": "two tickets, please\u0000"}"#, 400, "unusable_password",
            "A password has at most 256 bytes of UTF-8, and no NUL character."
        ),
        (
            "POST", "/social-login", #"{"name": "ada", "provider": "cinepass", "ticket": "t\u0000"}"#, 400, "unusable_password",
            "A password has at most 256 bytes of UTF-8, and no NUL character."
        ),
        (
            "POST", "/social-login", #"{"name": "ada", "provider": "fax", "ticket": "t"}"#, 404, "unknown_provider",
            "There is no provider \"fax\"; there are: cinepass, reel-id."
        ),
        ("POST", "/refresh", #"{"refreshToken": "made up"}"#, 401, "token_unknown", "This login is not known any more."),
        ("GET", "/me", "", 401, "token_unknown", "This login is not known any more."),
        ("POST", "/log-out", "", 401, "token_unknown", "This login is not known any more."),
        ("GET", "/films", "", 404, "not_found", "There is no GET /films here."),
    ])
    func `what a backend refuses, it refuses with a status, a code and a message`(
        method: String, path: String, body: String, status: Int, code: String, message: String
    ) async throws {
        _ = try await network.call(API.signUp, Credentials(name: ada, password: .good))
        let reply = try await network.send(request(method, path, body))
        #expect(reply.status == status)
        let refusal = try JSONDecoder.popcorn.decode(API.Refusal.self, from: reply.body)
        #expect(refusal.error.rawValue == code)
        #expect(refusal.message == message)
    }

    @Test func `an access token is good for a quarter of an hour, a refresh token for 30 days and one exchange`() async throws {
        _ = try await network.call(API.signUp, Credentials(name: ada, password: .good))
        let first = try await network.call(API.login, Credentials(name: ada, password: .good))
        #expect(first.accessExpires == .newYear + 15 * 60)
        try await later(minutes: 14) { () async throws in
            #expect(try await network.call(API.me, token: first.accessToken).name == "ada")
        }
        let second = try await later(minutes: 15) { () async throws in
            #expect(await refusal { () throws(Problem) in _ = try await network.call(API.me, token: first.accessToken) } == .tokenExpired)
            let second = try await network.call(API.refresh, Renewal(refreshToken: first.refreshToken))
            #expect(try await network.call(API.me, token: second.accessToken).name == "ada")
            #expect(await refusalOfRenewal(first) == .tokenUnknown, "it was exchanged before")
            return second
        }
        await later(minutes: 15 + 30 * 24 * 60) {
            #expect(await refusalOfRenewal(second) == .sessionExpired)
        }
    }

    @Test func `a login keeps its id while its tokens change, and the next login has another`() async throws {
        _ = try await network.call(API.signUp, Credentials(name: ada, password: .good))
        let first = try await network.call(API.login, Credentials(name: ada, password: .good))
        let refreshed = try await network.call(API.refresh, Renewal(refreshToken: first.refreshToken))
        let second = try await network.call(API.login, Credentials(name: ada, password: .good))
        #expect([first.id, refreshed.id, second.id] == [UUID(0), UUID(0), UUID(1)])
        let tokens = [first, refreshed, second].flatMap { [$0.accessToken, $0.refreshToken] }
        #expect(Set(tokens).count == 6, "tokens are secrets: they come from the system, whatever the ids are")
        #expect(tokens.allSatisfy { $0.count == 64 })
    }

    @Test func `a provider recognises a person by the ticket`() async throws {
        func identity(_ ticket: String) -> SocialIdentity {
            SocialIdentity(provider: .cinepass, name: ada, ticket: Password(rawValue: ticket))
        }
        #expect(try await network.call(API.socialLogin, identity("mine")).account == "ada@cinepass")
        #expect(try await network.call(API.socialLogin, identity("mine")).account == "ada@cinepass")
        #expect(await refusal { () throws(Problem) in _ = try await network.call(API.socialLogin, identity("stolen")) } == .wrongTicket)
    }

    @Test(arguments: [("ab\0cdefghij", "ab"), (String(repeating: "a", count: 600), String(repeating: "a", count: 511))])
    func `a password that the hash would cut, or cannot take, is refused`(password: String, cut: String) async throws {
        let credentials = Credentials(name: ada, password: Password(rawValue: password))
        let signUp = await refusal { () throws(Problem) in _ = try await network.call(API.signUp, credentials) }
        let login = await refusal { () throws(Problem) in
            _ = try await network.call(API.login, Credentials(name: ada, password: Password(rawValue: cut)))
        }
        #expect(signUp == .unusablePassword)
        #expect(login == (cut.count > 256 ? .unusablePassword : .wrongPassword))
    }

    @Test func `the longest password that is taken opens the account`() async throws {
        let credentials = Credentials(name: ada, password: Password(rawValue: String(repeating: "é", count: 128)))
        _ = try await network.call(API.signUp, credentials)
        #expect(try await network.call(API.login, credentials).account == "ada")
    }

    @Test func `a login of nobody hashes as one with a wrong password does`() async throws {
        let hasher = CountingHasher()
        let network = EmbeddedNetwork(backend: Backend(directory: home.url, hasher: hasher))
        _ = try await network.call(API.signUp, Credentials(name: ada, password: .good))
        for name in ["ada", "bob"] {
            let before = hasher.matched
            let credentials = Credentials(name: try AccountName(name), password: .wrong)
            #expect(await refusal { () throws(Problem) in _ = try await network.call(API.login, credentials) } == .wrongPassword)
            #expect(hasher.matched == before + 1)
        }
    }

    @Test func `tokens are on disk as hashes only`() async throws {
        _ = try await network.call(API.signUp, Credentials(name: ada, password: .good))
        let first = try await network.call(API.login, Credentials(name: ada, password: .good))
        let second = try await network.call(API.refresh, Renewal(refreshToken: first.refreshToken))
        let sessions = try #require(home.text(of: "sessions.json"))
        for token in [first, second].flatMap({ [$0.accessToken, $0.refreshToken] }) { #expect(!sessions.contains(token)) }
        #expect(try await network.call(API.me, token: second.accessToken).name == "ada")
    }

    @Test func `of fifty sign-ups with one name at once, one succeeds`() async throws {
        let accounts = await withTaskGroup(of: Account?.self) { group in
            for _ in 0..<50 {
                group.addTask { try? await network.call(API.signUp, Credentials(name: ada, password: .good)) }
            }
            return await group.reduce(into: []) { accounts, account in
                if let account { accounts.append(account) }
            }
        }
        #expect(accounts.count == 1)
    }

    /// Does something when some minutes have passed since the start.
    private func later<Answer>(minutes: Double, _ operation: () async throws -> Answer) async rethrows -> Answer {
        try await withDependencies {
            $0.date = .constant(.newYear + minutes * 60)
        } operation: {
            try await operation()
        }
    }

    private func request(_ method: String, _ path: String, _ body: String) -> Request {
        Request(method: method, path: path, token: nil, body: Data(body.utf8))
    }

    private func text(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }

    private func refusalOfRenewal(_ session: Session) async -> API.ErrorCode? {
        await refusal { () throws(Problem) in
            _ = try await network.call(API.refresh, Renewal(refreshToken: session.refreshToken))
        }
    }

    /// The code of the refusal that a call ends in; nil where it succeeds.
    private func refusal(_ call: () async throws(Problem) -> Void) async -> API.ErrorCode? {
        do throws(Problem) {
            try await call()
            return nil
        } catch {
            guard case .refused(let code) = error.kind else { return nil }
            return code
        }
    }
}

/// Hashes nothing, and counts how often it was asked.
private final class CountingHasher: PasswordHasher {
    private let count = Atomic<Int>(0)

    var matched: Int { count.load(ordering: .relaxed) }

    func hash(_ password: Password) async throws(Problem) -> String { password.rawValue }

    func matches(_ password: Password, _ hash: String?) async -> Bool {
        count.add(1, ordering: .relaxed)
        return password.rawValue == hash
    }
}
