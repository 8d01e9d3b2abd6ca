import Depot
import DepotValues
import Foundation
import GRDB
import Logging

/// The database transaction of a request: committed by the middleware when the request succeeded, rolled back in every other case.
///
/// - Before the first write each ``read(_:)`` is a snapshot of its own and nothing is held.
/// - The first ``write(_:)`` waits for the writers' turn and begins the transaction. From there to its end this is the only writer, and
///   reads see its own writes. So nothing slow is waited for in between; a password is hashed before.
/// - After a failure there is only the rolling back left.
/// - ``dispose()`` rolls back what was not committed. It cannot know whether the request succeeded: an error, a cancelled task and a
///   client that hung up all just never get to ``commit()``.
actor Transaction: Disposable {
    /// Tells transactions apart, in the journal and in the header X-Transaction-ID.
    nonisolated let id: String

    private let database: AppDatabase
    private let request: RequestInfo
    private let tally: Tally
    private let logger: Logger
    /// Lets one of the request's child tasks at a time in.
    private let turn = Turn()
    private var state = State.idle
    private var afterCommit: [@Sendable () async -> Void] = []

    private enum State {
        /// Nothing was written.
        case idle
        /// This is the one that writes.
        case writing
        /// This was the one that writes until something failed, and still has to be rolled back.
        case failed
        case committed
        case rolledBack
    }

    init(database: AppDatabase, request: RequestInfo, tally: Tally, logger: Logger) {
        @Dependency(\.uuid) var uuid
        id = uuid().uuidString.lowercased()
        self.database = database
        self.request = request
        self.tally = tally
        self.logger = logger
        tally.transactions.created.add(1)
    }
}

extension Transaction {
    /// Reads: a snapshot, or what this transaction has written.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await turn.run {
            switch state {
            case .idle: try await database.pool.read(body)
            case .writing: try await database.pool.writeWithoutTransaction(body)
            case .failed, .committed, .rolledBack: throw TransactionOver(id: id)
            }
        }
    }

    /// Writes, after waiting for the turn where this is the first time.
    ///
    /// Between an earlier read and the first write others may have written, so what the write depends on is looked at in it.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await turn.run {
            switch state {
            case .idle:
                try await database.writersTurn.take()
                // From here on `dispose()` gives the turn back.
                state = .failed
                tally.began.add(1)
                logger.debug("begins to write")
                let value = try await database.pool.writeWithoutTransaction { db in
                    try db.beginTransaction(.immediate)
                    return try body(db)
                }
                state = .writing
                return value
            case .writing:
                state = .failed
                let value = try await database.pool.writeWithoutTransaction(body)
                state = .writing
                return value
            case .failed, .committed, .rolledBack: throw TransactionOver(id: id)
            }
        }
    }

    /// Has something done once the transaction is committed, and never if it is not.
    func afterCommit(_ action: @escaping @Sendable () async -> Void) { afterCommit.append(action) }
}

extension Transaction {
    /// Makes what was written last, with a line in the journal about whose it is.
    func commit() async throws {
        try await turn.run {
            switch state {
            case .idle: try Task.checkCancellation()
            case .writing:
                state = .failed
                let line = JournalRecord(transaction: id, request: request.id)
                try await database.pool.writeWithoutTransaction { db in
                    try line.insert(db)
                    try db.commit()
                }
                database.writersTurn.give()
                tally.committed.add(1)
                logger.debug("is committed")
            case .failed, .committed, .rolledBack: throw TransactionOver(id: id)
            }
            state = .committed
        }
        for action in afterCommit { await action() }
    }

    /// Rolls back what was not committed.
    ///
    /// Depot calls it in a task that is not cancelled, whatever became of the request's.
    func dispose() async throws {
        try await turn.run {
            defer { tally.transactions.ended.add(1) }
            switch state {
            case .idle: state = .rolledBack
            case .writing, .failed:
                state = .rolledBack
                defer { database.writersTurn.give() }
                try await database.pool.writeWithoutTransaction { db in
                    // SQLite itself rolls back on some errors, and when a write is interrupted.
                    if db.isInsideTransaction { try db.rollback() }
                }
                tally.rolledBack.add(1)
                logger.debug("is rolled back")
            case .committed, .rolledBack: break
            }
        }
    }
}

/// A transaction was used after its end, or after something in it failed.
struct TransactionOver: Error {
    let id: String
}
