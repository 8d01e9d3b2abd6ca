import Depot
import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import popcorn

/// The log of the requests, in the scopes it lives in.
@Suite(.dependency(\.date, .constant(.newYear)), .dependencies { $0.uuid = .incrementing })
struct LoggedNetworkTests {
    private let home: TemporaryHome
    private let container = Container()

    init() throws {
        home = try TemporaryHome()
        Bootstrap.assemble(container, for: Configuration(home: home.url))
    }

    @Test func `each scope has the log of its own requests, though the network is one`() async throws {
        let network = container.resolve((any NetworkManager).self)
        let logs = try await withThrowingTaskGroup(of: [String].self) { group in
            for count in 1...8 {
                group.addTask {
                    try await container.withScope(.request) {
                        for _ in 0..<count { _ = try await network.send(Request(method: "GET", path: "/\(count)")) }
                        return container.resolve(RequestLog.self).requests
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for log in logs { #expect(log == Array(repeating: "GET /\(log.count) → 404", count: log.count)) }
        #expect(logs.map(\.count).sorted() == Array(1...8))
        #expect(container.scopes.isEmpty)
    }

    @Test func `a network that would keep the log is refused`() throws {
        container.register(
            (any NetworkManager).self, .singleton,
            using: { (backend: Backend, log: RequestLog) in
                LoggedNetwork(EmbeddedNetwork(backend: backend)) { log }
            })
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.kind) == [.captive])
    }
}
