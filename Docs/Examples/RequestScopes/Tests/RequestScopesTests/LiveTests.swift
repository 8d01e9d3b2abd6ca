import Depot
import DepotTesting
import DepotValues
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
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

    @Test(.timeLimit(.minutes(15))) func `300 half-sent bodies hold no scope, and do not delay the server's end`() async throws {
        let limits = Limits(header: .hours(1), body: .hours(1))
        let clients = NIOLockedValueBox<[RawClient]>([])
        try await withClient(.live, limits: limits) { container, client in
            let port = try #require(client.port)
            let session = try await client.logIn(as: "ada")
            let head = "POST /log-out HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(session.accessToken)\r\nContent-Length: 9\r\n\r\n{"
            for number in 0..<300 {
                let slow = try await RawClient.connected(to: port)
                // The last ones have not even sent their header.
                try await slow.send(number < 290 ? head : String(head.prefix(20)))
                clients.withLockedValue { $0.append(slow) }
            }
            let tally = container.resolve(Tally.self)
            await eventually { tally.receiving.value == 290 }
            #expect(container.scopes.allSatisfy { $0.kind == .session })
            #expect(try await client.send(.get, "/me", token: session.accessToken).outcome == "200")
            #expect(tally.transactions.created.value == tally.transactions.ended.value)
        }
        await eventually { clients.withLockedValue { $0.allSatisfy(\.isClosed) } }
    }

    @Test func `a body that comes too slowly is told so`() async throws {
        try await withClient(.live, limits: Limits(body: .milliseconds(50))) { container, client in
            let slow = try await RawClient.connected(to: #require(client.port))
            try await slow.send("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
            await eventually { slow.isClosed }
            #expect(slow.text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(slow.text.hasSuffix(#"{"error":"body_too_slow","message":"The body of the request took longer than it may."}"#))
            #expect(container.resolve(Tally.self).transactions.created.value == 0)
        }
    }

    @Test func `a body with more bytes than any path takes is refused before it is whole`() async throws {
        try await withClient(.live, limits: Limits(body: .hours(1), bodySize: 100)) { container, client in
            let large = try await RawClient.connected(to: #require(client.port))
            try await large.send("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 101))
            await eventually { large.isClosed }
            #expect(large.text.hasPrefix("HTTP/1.1 413 "))
            #expect(large.text.contains(#""error":"body_too_large""#))
            #expect(container.resolve(Tally.self).transactions.created.value == 0)
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
