import Depot
import DepotTesting
import DepotValues
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

/// Over real HTTP on the loopback.
@Suite(.serialized, .serverValues) struct LiveTests {
    @Test func `S1: of many requests at once each gets its own answer, scope and transaction`() async throws {
        try await withClient(.ahc()) { container, client in
            let session = try await client.logIn(as: "ada")
            let transactions = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let id = "r-\(number)"
                        let answer =
                            switch number % 3 {
                            case 0: try await client.send(.get, "/me", token: session.accessToken, id: id)
                            case 1: try await client.send(.post, "/rehearsal/fail", token: session.accessToken, id: id)
                            default: try await client.send(.post, "/sign-up", #"{"name": "u\#(number)", "password": "12345678"}"#, id: id)
                            }
                        #expect(answer.status.code == [200, 500, 201][number % 3])
                        #expect(answer.headers[.requestID] == id)
                        return answer.headers[.transactionID]
                    }
                }
                return try await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
            }
            #expect(transactions.count == 500)
            #expect(try await container.accountNames().count == 1 + 166)
            let requests = try await container.journal().values.filter { $0.hasPrefix("r-") }
            #expect(Set(requests) == Set((0..<500).filter { $0 % 3 == 2 }.map { "r-\($0)" }))
            await eventually { container.scopes.allSatisfy { $0.kind == .session } }
        }
    }

    @Test func `S5: a request whose client hangs up is rolled back and disposed`() async throws {
        try await withClient(.ahc()) { container, client in
            let session = try await client.logIn(as: "ada")
            let tally = container.resolve(Tally.self)
            let began = tally.began.value
            let request = Task { try await client.send(.post, "/rehearsal/hold", token: session.accessToken) }
            await eventually { tally.began.value == began + 1 }
            #expect(container.scopes.count == 2)
            request.cancel()
            await #expect(throws: (any Error).self) { try await request.value }
            await eventually { tally.rolledBack.value == 1 && container.scopes.count == 1 }
            #expect(tally.transactions.created.value == tally.transactions.ended.value)
            #expect(try await container.accountNames() == ["ada"])
            #expect(try await client.send(.get, "/me", token: session.accessToken).outcome == "200")
        }
    }
}
