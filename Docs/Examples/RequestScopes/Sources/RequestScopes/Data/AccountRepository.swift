import GRDB

/// The accounts, as the request's transaction sees them.
protocol AccountRepository: Sendable {
    func find(_ name: String) async throws -> AccountRecord?
    /// Adds an account.
    ///
    /// - Returns: Whether the name was free.
    func add(_ account: AccountRecord) async throws -> Bool
}

/// The accounts in the database.
struct DatabaseAccountRepository: AccountRepository {
    private let transaction: Transaction

    init(transaction: Transaction) {
        self.transaction = transaction
    }

    func find(_ name: String) async throws -> AccountRecord? {
        try await transaction.read { db in try AccountRecord.fetchOne(db, key: name) }
    }

    func add(_ account: AccountRecord) async throws -> Bool {
        try await transaction.write { db in
            // Looked at again in the transaction: someone else may have taken the name while the password was hashed.
            if try AccountRecord.exists(db, key: account.name) { return false }
            try account.insert(db)
            return true
        }
    }
}
