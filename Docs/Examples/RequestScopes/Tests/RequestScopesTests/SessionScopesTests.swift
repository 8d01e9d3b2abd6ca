import Depot
import DepotTesting
import DepotValues
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import RequestScopes

@Suite(.serverValues) struct SessionScopesTests {
    private static func login(_ id: String, now: Date = Date(timeIntervalSince1970: 1_800_000_000)) -> LoginRecord {
        LoginRecord(Session(id: id, account: "ada", now: now))
    }

    @Test func `S7: the requests of one login share its session, also at once, and those of another do not`() async throws {
        try await withServer { container in
            let sessions = container.resolve(SessionScopes.self)
            let seen = try await withThrowingTaskGroup(of: (String, ObjectIdentifier).self) { group in
                for number in 0..<100 {
                    let login = Self.login("login-\(number % 2)")
                    group.addTask {
                        try await sessions.lend(login, in: container) { scope in
                            try await scope.withScope(.request, providing: { $0.provideRequest("r-\(number)") }) {
                                await Task.yield()
                                let session = Container.shared.resolve(UserSession.self)
                                #expect(session.user == SessionUser(login))
                                #expect(Container.shared.resolve(RequestInfo.self).id == "r-\(number)")
                                return (session.user.login, ObjectIdentifier(session))
                            }
                        }
                    }
                }
                return try await group.reduce(into: [String: Set<ObjectIdentifier>]()) { $0[$1.0, default: []].insert($1.1) }
            }
            #expect(seen.mapValues(\.count) == ["login-0": 1, "login-1": 1])
            #expect(container.scopes.count == 2)
        }
    }

    @Test func `a session that ends is closed when its last request has left`() async throws {
        try await withServer { container in
            let sessions = container.resolve(SessionScopes.self)
            let tally = container.resolve(Tally.self)
            try await sessions.lend(Self.login("1"), in: container) { scope in
                try await scope.withScope(.request) {
                    let session = Container.shared.resolve(UserSession.self)
                    await sessions.end("1")
                    #expect(tally.sessions.ended.value == 0)
                    #expect(Container.shared.resolve(UserSession.self) === session)
                }
            }
            #expect(tally.sessions.ended.value == 1)
            #expect(container.scopes.isEmpty)
        }
    }

    @Test func `a request that read the login before the log-out does not open its session again`() async throws {
        try await withServer { container in
            let sessions = container.resolve(SessionScopes.self)
            let login = Self.login("1")
            let isThere = NIOLockedValueBox(true)
            await sessions.open(login, in: container)
            await #expect(throws: Refusal.tokenUnknown) {
                _ = try await sessions.enter(container) {
                    guard isThere.withLockedValue({ $0 }) else { throw Refusal.tokenUnknown }
                    // The log-out commits and ends the session between the look and what follows it.
                    isThere.withLockedValue { $0 = false }
                    await sessions.end("1")
                    return login
                }
            }
            #expect(await sessions.count == 0)
            #expect(container.scopes.isEmpty)
            #expect(container.resolve(Tally.self).sessionScopes.created.value == 1)
        }
    }

    @Test func `requests and the log-out of one login at once leave no session open`() async throws {
        try await withClient { container, client in
            let rounds = 100
            for round in 0..<rounds {
                let session = try await client.logIn(as: "user-\(round)")
                try await withThrowingTaskGroup { group in
                    for number in 0..<6 {
                        group.addTask {
                            if number == 3 {
                                #expect(try await client.send(.post, "/log-out", token: session.accessToken).outcome == "200")
                            } else {
                                let outcome = try await client.send(.get, "/me", token: session.accessToken).outcome
                                #expect(["200", "401 token_unknown"].contains(outcome))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(container.scopes.isEmpty)
            #expect(await container.resolve(SessionScopes.self).count == 0)
            #expect(container.resolve(Tally.self).sessionScopes.created.value == rounds)
        }
    }

    @Test func `a session whose login was refreshed while a request was in it stays open, although it had expired`() async throws {
        let date = TurnableDate()
        try await withDependencies {
            $0.date = DateGenerator { date.now }
        } operation: {
            try await withServer { container in
                let sessions = container.resolve(SessionScopes.self)
                try await sessions.lend(Self.login("1"), in: container) { scope in
                    date.turn(minutes: 20)
                    await sessions.closeExpired()
                    await sessions.open(Self.login("1", now: date.now), in: container)
                }
                #expect(await sessions.count == 1)
                #expect(container.resolve(Tally.self).sessionScopes.created.value == 1)
            }
        }
    }

    @Test func `log-out closes the session, and a login opens it`() async throws {
        try await withClient { container, client in
            let session = try await client.logIn(as: "ada")
            #expect(await container.resolve(SessionScopes.self).count == 1)
            _ = try await client.send(.get, "/me", token: session.accessToken)
            _ = try await client.send(.post, "/log-out", token: session.accessToken)
            #expect(await container.resolve(SessionScopes.self).count == 0)
            #expect(container.scopes.isEmpty)
            #expect(container.resolve(Tally.self).sessions.ended.value == 1)
        }
    }

    private static let date = TurnableDate()

    @Test(.serverValues(date)) func `an expired session is closed, unless it was refreshed`() async throws {
        try await withClient { container, client in
            let sessions = container.resolve(SessionScopes.self)
            let first = try await client.logIn(as: "ada")
            _ = try await client.logIn(as: "bob")
            Self.date.turn(minutes: 10)
            let second = try await client.send(.post, "/refresh", #"{"refreshToken": "\#(first.refreshToken)"}"#).decoded(Session.self)
            await sessions.closeExpired()
            #expect(await sessions.count == 2)
            Self.date.turn(minutes: 10)
            await sessions.closeExpired()
            #expect(await sessions.count == 1)
            #expect(try await client.send(.get, "/me", token: second.accessToken).decoded(Account.self).name == "ada")
        }
    }

    @Test func `the sweeper looks once a minute`() async throws {
        @Dependency(\.continuousClock) var clock
        let testClock = try #require(clock as? TestClock)
        try await withServer { container in
            let sessions = container.resolve(SessionScopes.self)
            await sessions.open(Self.login("1", now: .distantPast), in: container)
            let sweeper = SessionSweeper(sessions: sessions)
            let sweeping = Task { try await sweeper.run() }
            await eventually {
                await testClock.advance(by: .seconds(60))
                return await sessions.count == 0
            }
            sweeping.cancel()
            try await sweeping.value
        }
    }

    @Test func `a token from before a restart opens its session anew`() async throws {
        try await withClient { container, client in
            let session = try await client.logIn(as: "ada")
            let sessions = container.resolve(SessionScopes.self)
            try await sessions.dispose()
            #expect(await sessions.count == 0)
            #expect(try await client.send(.get, "/me", token: session.accessToken).outcome == "200")
            #expect(await sessions.count == 1)
        }
    }
}

extension SessionScopes {
    /// Has something done in the session of a login that is good.
    fileprivate nonisolated func lend<Result: Sendable>(
        _ login: LoginRecord, in container: Container, to operation: (HeldScope) async throws -> Result
    ) async throws -> Result {
        let stay = try await enter(container) { login }
        let result = try await operation(stay.scope)
        await leave(login.id)
        return result
    }
}
