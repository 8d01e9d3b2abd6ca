import Depot
import GRDB

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
        pool = try DatabasePool(path: options.database, configuration: configuration)
        try Self.migrator.migrate(pool)
    }

    func dispose() async throws { try pool.close() }

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
        return migrator
    }
}
