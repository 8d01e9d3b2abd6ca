import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import popcorn

@Suite(.dependency(\.date, .constant(.newYear)))
struct TokenUseCaseTests {
    @Test func `an expired access token is refreshed on the way, and the new pair is kept`() async throws {
        let app = TestApp([
            "GET /me": [try .refusal(401, .tokenExpired, "The access token has expired."), try .success(Account.sample("ada"))],
            "POST /refresh": [try .success(Session.sample("ada", 2))],
        ])
        try await app.keychain.keep(Session.sample("ada", 1), for: .session)

        let account = try await app.container.resolve((any TokenUseCase).self).account()

        #expect(account == .sample("ada"))
        #expect(await app.network.sent == ["GET /me", "POST /refresh", "GET /me"])
        #expect(try await app.session == .sample("ada", 2))
    }

    @Test func `an expired login is told as it is, and stays as it is`() async throws {
        let app = TestApp([
            "GET /me": [try .refusal(401, .tokenExpired, "The access token has expired.")],
            "POST /refresh": [try .refusal(410, .sessionExpired, "The login has expired: it was not used for 30 days.")],
        ])
        try await app.keychain.keep(Session.sample(), for: .session)

        let problem = await #expect(throws: Problem.self) {
            try await app.container.resolve((any TokenUseCase).self).account()
        }
        #expect(
            problem?.description == """
                The login has expired: it was not used for 30 days.
                  where: POST /refresh, a mock network
                  fix:   log in again: popcorn login NAME, or popcorn social-login PROVIDER NAME
                """)
        #expect(try await app.session == .sample())
    }

    @Test func `nobody logged in is an error that says how to log in`() async throws {
        let problem = await #expect(throws: Problem.self) {
            try await TestApp().container.resolve((any TokenUseCase).self).account()
        }
        #expect(
            problem?.description == """
                Nobody is logged in.
                  where: this machine's keychain
                  fix:   log in: popcorn login NAME, or popcorn social-login PROVIDER NAME
                """)
    }

    @Test func `logging out forgets a login that the backend has forgotten already`() async throws {
        let app = TestApp(["POST /log-out": [try .refusal(401, .tokenUnknown, "This login is not known any more.")]])
        try await app.keychain.keep(Session.sample(), for: .session)

        @Shared(.knownAccounts) var accounts
        $accounts.withLock { $0 = [KnownAccount(name: "ada", since: .distantPast, isLoggedIn: true)] }

        _ = try await app.container.resolve((any TokenUseCase).self).logOut()

        #expect(try await app.session == nil)
        #expect(accounts == [KnownAccount(name: "ada", since: .distantPast)])
    }

    @Test func `logging out while the network is down keeps the login, so that it can be tried again`() async throws {
        let app = TestApp()
        try await app.keychain.keep(Session.sample(), for: .session)

        await #expect(throws: Problem.self) { try await app.container.resolve((any TokenUseCase).self).logOut() }

        #expect(try await app.session == .sample())
    }

    @Test func `an answer that is no answer is told as one`() async throws {
        let app = TestApp(["GET /me": [try .success(["hello": "world"], status: 503)]])
        try await app.keychain.keep(Session.sample(), for: .session)

        let problem = await #expect(throws: Problem.self) {
            try await app.container.resolve((any TokenUseCase).self).account()
        }
        #expect(
            problem?.description == """
                The backend's answer (status 503) is not one that popcorn understands.
                  where: GET /me, a mock network
                  fix:   check that the address is that of a popcorn server of this version.
                """)
    }
}
