import Depot
import DepotTesting
import DepotValues
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

@Suite(.serverValues) struct RequestScopeMiddlewareTests {
    @Test func `a success is committed, by its own request`() async throws {
        try await withClient { container, client in
            let made = try await client.send(.post, "/sign-up", #"{"name": "ada", "password": "correct horse"}"#, id: "r-1")
            #expect(made.headers[.requestID] == "r-1")
            let transaction = try #require(made.headers[.transactionID])
            #expect(try await container.journal() == [transaction: "r-1"])
            #expect(try await container.accountNames() == ["ada"])
        }
    }

    @Test func `what was written before an error is rolled back, and the next request writes`() async throws {
        try await withClient { container, client in
            let failed = try await client.send(.post, "/rehearsal/fail", id: "r-1")
            #expect(failed.outcome == "500 internal_error")
            #expect(failed.headers[.requestID] == "r-1")
            #expect(failed.headers[.transactionID] != nil)
            #expect(container.resolve(Tally.self).rolledBack.value == 1)
            _ = try await client.logIn(as: "ada")
            #expect(try await container.accountNames() == ["ada"])
        }
    }

    @Test func `a response that says no is not committed either`() async throws {
        try await withServer { container in
            let router = Router(context: ServerContext.self)
            router.group().add(middleware: RequestScopeMiddleware(container: container)).get("/") { _, _ -> HTTPResponse.Status in
                let ghost = AccountRecord(name: "ghost", provider: nil, joined: .distantPast, secretHash: "")
                try await Container.shared.resolve(Transaction.self).write { db in try ghost.insert(db) }
                return .notFound
            }
            try await Application(router: router).test(.router) { client in
                let answer = try await client.send(.get, "/")
                #expect(answer.status == .notFound)
            }
            #expect(try await container.accountNames().isEmpty)
            #expect(container.resolve(Tally.self).rolledBack.value == 1)
        }
    }

    @Test func `an answer stands although something of the scope could not be put away`() async throws {
        struct Broken: Error {}
        struct Leaky: Disposable, Sendable {
            func dispose() async throws { throw Broken() }
        }
        try await withServer { container in
            container.registerScoped(Leaky.self, scope: .request) { Leaky() }
            let router = Router(context: ServerContext.self)
            router.group().add(middleware: RequestScopeMiddleware(container: container)).get("/") { _, _ -> HTTPResponse.Status in
                _ = Container.shared.resolve(Leaky.self)
                return .accepted
            }
            try await Application(router: router).test(.router) { client in
                let answer = try await client.send(.get, "/", id: "r-1")
                #expect(answer.status == .accepted)
                #expect(answer.headers[.requestID] == "r-1")
            }
            let tally = container.resolve(Tally.self)
            #expect(tally.transactions.created.value == tally.transactions.ended.value)
        }
    }

    @Test(arguments: [("r-42", true), ("", false), ("two words", false), ("ünï", false), (String(repeating: "a", count: 65), false)])
    func `an id that was sent is kept where it is harmless`(id: String, isKept: Bool) async throws {
        try await withClient { _, client in
            let answer = try await client.send(.get, "/me", id: id)
            #expect(answer.outcome == "401 token_unknown")
            let own = try #require(answer.headers[.requestID])
            #expect((own == id) == isKept)
            #expect(!own.isEmpty)
        }
    }

    @Test func `health is told outside of any scope`() async throws {
        try await withClient { _, client in
            let session = try await client.logIn(as: "ada")
            _ = try await client.send(.get, "/me", token: session.accessToken)
            let health = try await client.send(.get, "/health").decoded(Health.self)
            #expect(health.requestScopes == 0)
            #expect(health.sessionScopes == 1)
            #expect(health.transactionsCreated == 3)
            #expect(health.transactionsEnded == 3)
            #expect(health.committed == 2)
            #expect(health.sessionsCreated == 1)
            #expect(health.sessionsEnded == 0)
        }
    }
}
