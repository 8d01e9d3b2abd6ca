import Depot
import DepotTesting
import DepotValues
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

@Suite(.serverValues) struct APITests {
    @Test func `an account is made, logs in, is asked for, gets new tokens and logs out`() async throws {
        try await withClient { _, client in
            let credentials = #"{"name": "ada", "password": "correct horse"}"#
            let made = try await client.send(.post, "/sign-up", credentials)
            #expect(made.status == .created)
            #expect(try made.decoded(Account.self).name == "ada")
            let first = try await client.send(.post, "/login", credentials).decoded(Session.self)
            let account = try await client.send(.get, "/me", token: first.accessToken).decoded(Account.self)
            #expect(try account == made.decoded(Account.self))
            let second = try await client.send(.post, "/refresh", #"{"refreshToken": "\#(first.refreshToken)"}"#).decoded(Session.self)
            #expect(second.account == "ada")
            #expect(second.id == first.id)
            #expect(UUID(uuidString: first.id) != nil)
            #expect(try await client.send(.get, "/me", token: first.accessToken).outcome == "401 token_unknown")
            #expect(try await client.send(.post, "/refresh", #"{"refreshToken": "\#(first.refreshToken)"}"#).outcome == "401 token_unknown")
            #expect(try await client.send(.post, "/log-out", token: second.accessToken).outcome == "200")
            #expect(try await client.send(.get, "/me", token: second.accessToken).outcome == "401 token_unknown")
            #expect(try await client.send(.post, "/log-out", token: second.accessToken).outcome == "401 token_unknown")
        }
    }

    @Test(arguments: [
        ("/sign-up", #"{"name": "bob", "password": "short"}"#, "400 weak_password"),
        ("/sign-up", #"{"name": "ada", "password": "correct horse"}"#, "409 name_taken"),
        ("/sign-up", #"{"name": "Ada!", "password": "correct horse"}"#, "400 bad_request"),
        ("/sign-up", "nonsense", "400 bad_request"),
        ("/login", #"{"name": "bob", "password": "correct horse"}"#, "401 wrong_password"),
        ("/login", #"{"name": "ada", "password": "wrong horse"}"#, "401 wrong_password"),
        ("/social-login", #"{"provider": "else", "name": "ada", "ticket": "1"}"#, "404 unknown_provider"),
        ("/social-login", #"{"provider": "cinepass", "name": "ada", "ticket": "2"}"#, "401 wrong_ticket"),
        ("/refresh", #"{"refreshToken": "nobody's"}"#, "401 token_unknown"),
        ("/me", "{}", "404 not_found"),
        ("/elsewhere", "{}", "404 not_found"),
    ])
    func `what cannot be done is refused`(path: String, body: String, outcome: String) async throws {
        try await withClient { _, client in
            _ = try await client.logIn(as: "ada")
            let social = #"{"provider": "cinepass", "name": "ada", "ticket": "1"}"#
            #expect(try await client.send(.post, "/social-login", social).decoded(Session.self).account == "ada@cinepass")
            #expect(try await client.send(.post, path, body).outcome == outcome)
        }
    }

    private static let date = TurnableDate()

    @Test(.serverValues(date)) func `tokens expire, and an expired login can still log out`() async throws {
        try await withClient { _, client in
            let session = try await client.logIn(as: "ada")
            Self.date.turn(minutes: 16)
            #expect(try await client.send(.get, "/me", token: session.accessToken).outcome == "401 token_expired")
            Self.date.turn(minutes: 31 * 24 * 60)
            let late = try await client.send(.post, "/refresh", #"{"refreshToken": "\#(session.refreshToken)"}"#)
            #expect(late.outcome == "410 session_expired")
            #expect(try await client.send(.post, "/log-out", token: session.accessToken).outcome == "200")
        }
    }

    @Test func `a mock stands in for what needs the request's transaction`() async throws {
        struct NobodyThere: AccountRepository {
            func find(_ name: String) async throws -> AccountRecord? { nil }
            func add(_ account: AccountRecord) async throws -> Bool { true }
        }
        let configure = { (container: Container) in
            container.replace((any AccountRepository).self) { _ in NobodyThere() }
            return ()
        }
        try await withClient(.router, configure) { container, client in
            let made = try await client.send(.post, "/sign-up", #"{"name": "ada", "password": "correct horse"}"#)
            #expect(made.status == .created)
            #expect(try await container.accountNames().isEmpty)
        }
    }

    @Test func `the graph is whole, and a singleton that would keep a transaction is found`() async throws {
        final class Audit: Sendable {
            init(transaction: Transaction) {}
        }
        try await withServer { container in
            try container.validate()
            let copy = container.copy()
            copy.register(Audit.self, .singleton, using: Audit.init)
            #expect(throws: ValidationError.self) { try copy.validate() }
            await copy.close()
        }
    }
}
