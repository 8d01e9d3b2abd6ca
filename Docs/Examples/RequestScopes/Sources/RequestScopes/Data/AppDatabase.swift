import Depot
import Foundation
import GRDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file, GRDB's pool on it, and the turn of those who write.
///
/// In SQLite's WAL mode any number read while one writes. GRDB has one connection for writing; whoever has the ``writersTurn``
/// may leave a transaction open on it between two accesses, and nobody else's statement can fall into it.
final class AppDatabase: Disposable, Sendable {
    let pool: DatabasePool
    let writersTurn = Turn()

    init(_ options: ServerOptions) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true  // A request's transaction lasts for several accesses.
        configuration.busyMode = .timeout(5)  // For other processes; in this one the turn is waited for without a thread.
        try Self.keepToOwner(options.database)
        pool = try DatabasePool(path: options.database, configuration: configuration)
        try Self.migrator.migrate(pool)
    }

    func dispose() async throws { try pool.close() }
}

extension AppDatabase {
    /// Makes the file, and those that a crash may have left beside it, readable by their owner only.
    ///
    /// SQLite gives the files that it makes beside the database the mode of the database.
    private static func keepToOwner(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DatabaseUnusable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw DatabaseUnusable(path: path, reason: String(cString: strerror(errno))) }
        for beside in ["-wal", "-shm", "-journal"].map({ path + $0 }) where chmod(beside, 0o600) != 0 && errno != ENOENT {
            throw DatabaseUnusable(path: beside, reason: String(cString: strerror(errno)))
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts, logins, journal") { db in
            try db.create(table: "account") { table in
                table.primaryKey("name", .text)
                table.column("provider", .text)
                table.column("joined", .datetime).notNull()
                table.column("secretHash", .text).notNull()
            }
            try db.create(table: "login") { table in
                table.primaryKey("id", .text)
                table.column("account", .text).notNull().references("account")
                table.column("accessToken", .text).notNull().unique()
                table.column("accessExpires", .datetime).notNull()
                table.column("refreshToken", .text).notNull().unique()
                table.column("refreshExpires", .datetime).notNull().indexed()
            }
            try db.create(table: "journal") { table in
                table.primaryKey("transaction", .text)
                table.column("request", .text).notNull()
            }
        }
        migrator.registerMigration("hashes in place of tokens") { db in
            try db.alter(table: "login") { table in
                table.rename(column: "accessToken", to: "accessHash")
                table.rename(column: "refreshToken", to: "refreshHash")
            }
            for row in try Row.fetchAll(db, sql: "SELECT id, accessHash, refreshHash FROM login") {
                let (id, access, refresh) = (row[0] as String, row[1] as String, row[2] as String)
                try db.execute(
                    sql: "UPDATE login SET accessHash = ?, refreshHash = ? WHERE id = ?",
                    arguments: [Secret.digest(access), Secret.digest(refresh), id])
            }
        }
        return migrator
    }
}

/// The database's file cannot be kept to its owner.
struct DatabaseUnusable: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String {
        "The database \(path) cannot be opened for its owner alone: \(reason). Make it yours, or choose another by --database."
    }
}
