import Depot
import DepotValues
import GRDB
import Hummingbird

/// Two more paths, for tests only, of requests that write and then go wrong.
enum RehearsalRoutes {
    static func add(to api: some RouterMethods<ServerContext>) {
        api.post("rehearsal/fail") { _, _ -> Nothing in
            try await writeSomething()
            throw Rehearsed()
        }
        // Holds the transaction open until the client hangs up, at most for a minute.
        api.post("rehearsal/hold") { _, _ -> Nothing in
            try await writeSomething()
            @Dependency(\.continuousClock) var clock
            try await clock.sleep(for: .seconds(60))
            throw Rehearsed()
        }
    }

    /// Adds an account that must never be seen.
    private static func writeSomething() async throws {
        let request = try Routes.resolve(RequestInfo.self)
        @Dependency(\.date) var date
        let ghost = AccountRecord(name: "ghost of \(request.id)", provider: nil, joined: date.now, secretHash: "")
        try await Routes.resolve(Transaction.self).write { db in try ghost.insert(db) }
    }

    private struct Rehearsed: Error {}
}
