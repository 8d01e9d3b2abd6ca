import Depot
import DepotTesting
import DepotValues
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RequestScopes

/// What is on the disk.
@Suite(.serverValues) struct StorageTests {
    @Test func `tokens are stored as hashes`() async throws {
        try await withClient { container, client in
            let first = try await client.logIn(as: "ada")
            let second = try await client.send(.post, "/refresh", #"{"refreshToken": "\#(first.refreshToken)"}"#).decoded(Session.self)
            let stored = try await container.resolve(AppDatabase.self).pool.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM login").map { "\($0)" }.joined()
            }
            for token in [first.accessToken, first.refreshToken, second.accessToken, second.refreshToken] {
                #expect(!stored.contains(token))
            }
            #expect(stored.contains(first.id))
        }
    }

    @Test func `a login from before tokens were hashed goes on`() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "test.sqlite").path
            let earlier = try DatabaseQueue(path: path)
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                        INSERT INTO grdb_migrations VALUES ('accounts, logins, journal');
                        CREATE TABLE login (
                            id TEXT PRIMARY KEY, account TEXT NOT NULL, accessToken TEXT NOT NULL UNIQUE, accessExpires DATETIME NOT NULL,
                            refreshToken TEXT NOT NULL UNIQUE, refreshExpires DATETIME NOT NULL);
                        INSERT INTO login VALUES ('1', 'ada', 'open', '2027-01-01', 'renew', '2027-02-01');
                        """)
            }
            try earlier.close()
            let database = try AppDatabase(ServerOptions(database: path))
            let opened = try await database.pool.read { db in try LoginRecord.find(accessToken: "open", in: db) }
            let renewed = try await database.pool.read { db in try LoginRecord.find(refreshToken: "renew", in: db) }
            #expect(opened?.id == "1")
            #expect(renewed?.id == "1")
            try await database.dispose()
        }
    }

    @Test func `what is in the database is for its owner alone, in every file of it`() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "test.sqlite").path
            for _ in 0..<2 {
                let database = try AppDatabase(ServerOptions(database: path))
                try await database.pool.write { db in try JournalRecord(transaction: "\(UUID())", request: "r").insert(db) }
                let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
                #expect(files.contains("test.sqlite-wal"))
                for file in files {
                    let attributes = try FileManager.default.attributesOfItem(atPath: directory.appending(path: file).path)
                    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
                }
                try await database.dispose()
                // As an earlier version, or a copy, would have left it.
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            }
        }
    }

    @Test func `a database that cannot be kept to its owner is told`() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "nowhere/test.sqlite").path
            let failure = #expect(throws: DatabaseUnusable.self) { try AppDatabase(ServerOptions(database: path)) }
            #expect(
                failure?.description == """
                    The database \(path) cannot be opened for its owner alone: No such file or directory. \
                    Make it yours, or choose another by --database.
                    """)
        }
    }
}
