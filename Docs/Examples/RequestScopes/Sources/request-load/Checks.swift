import AsyncHTTPClient
import Foundation
import GRDB
import NIOCore

/// What is looked at when the load is over.
struct Checks {
    let client: HTTPClient
    let server: String
    let database: DatabaseQueue

    init(client: HTTPClient, server: String, database: String) throws {
        self.client = client
        self.server = server
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        self.database = try DatabaseQueue(path: database, configuration: configuration)
    }

    func health() async throws -> Health {
        let response = try await client.execute(HTTPClientRequest(url: server + "/health"), timeout: .seconds(20))
        return try await JSONDecoder().decode(Health.self, from: Data(response.body.collect(upTo: 1 << 20).readableBytesView))
    }

    /// Waits until the server's health is as it should be.
    ///
    /// - Returns: Whether it came to that within ten seconds.
    func wait(until isRight: (Health) -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while .now < deadline {
            if isRight(try await health()) { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    /// Which request committed which transaction, according to the database.
    func journal() throws -> [String: String] {
        try database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT \"transaction\", request FROM journal")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// What should have been rolled back and is there.
    func ghosts() throws -> Int {
        try database.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM account WHERE name LIKE 'ghost of %'") ?? 0 }
    }
}
