import Depot
import DepotTesting
import DepotValues
import Foundation
import GRDB
import Testing

@testable import RequestScopes

@Suite(.serverValues) struct TransactionTests {
    private static func account(_ name: String) -> AccountRecord {
        AccountRecord(name: name, provider: nil, joined: .distantPast, secretHash: "")
    }

    /// Runs something in a request's scope, with its transaction.
    private static func request<Result: Sendable>(
        _ container: Container, _ operation: (Transaction) async throws -> Result
    ) async throws -> Result {
        try await container.withScope(.request, id: "r", providing: { $0.provideRequest("r") }) {
            try await operation(Container.shared.resolve(Transaction.self))
        }
    }

    @Test func `a transaction sees its own writes, and nobody else does until it is committed`() async throws {
        try await withServer { container in
            try await Self.request(container) { transaction in
                try await transaction.write { db in try Self.account("ada").insert(db) }
                #expect(try await transaction.read { db in try AccountRecord.fetchCount(db) } == 1)
                #expect(try await container.accountNames().isEmpty)
                try await transaction.commit()
                #expect(try await container.accountNames() == ["ada"])
            }
        }
    }

    @Test func `two writers take turns, and no turn is lost`() async throws {
        try await withServer { container in
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        try await Self.request(container) { transaction in
                            // What was read in the transaction still holds when it writes, although it awaits in between.
                            let count = try await transaction.write { db in try AccountRecord.fetchCount(db) }
                            await Task.yield()
                            try await transaction.write { db in try Self.account("\(count)").insert(db) }
                            if number.isMultiple(of: 2) { try await transaction.commit() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Set(container.accountNames()) == Set((0..<50).map(String.init)))
        }
    }

    @Test func `the children of one request share its transaction without getting in each other's way`() async throws {
        try await withServer { container in
            try await Self.request(container) { transaction in
                try await withThrowingTaskGroup { group in
                    for number in 0..<20 {
                        group.addTask { try await transaction.write { db in try Self.account("\(number)").insert(db) } }
                    }
                    try await group.waitForAll()
                }
                try await transaction.commit()
            }
            #expect(try await container.accountNames().count == 20)
        }
    }

    @Test func `a cancelled request is not committed, and is rolled back although it is cancelled`() async throws {
        try await withServer { container in
            let (hasWritten, note) = AsyncStream.makeStream(of: Void.self)
            let request = Task {
                try await Self.request(container) { transaction in
                    try await transaction.write { db in try Self.account("ghost").insert(db) }
                    note.finish()
                    while !Task.isCancelled { await Task.yield() }
                    try await transaction.commit()
                }
            }
            for await _ in hasWritten {}
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            #expect(container.resolve(Tally.self).rolledBack.value == 1)
            #expect(container.scopes.isEmpty)
            #expect(try await container.accountNames().isEmpty)
            try await Self.request(container) { transaction in
                try await transaction.write { db in try Self.account("ada").insert(db) }
                try await transaction.commit()
            }
            #expect(try await container.accountNames() == ["ada"])
        }
    }

    @Test func `who is cancelled while waiting for the turn leaves the queue`() async throws {
        try await withServer { container in
            try await Self.request(container) { first in
                try await first.write { db in try Self.account("ada").insert(db) }
                let waiting = Task {
                    try await Self.request(container) { second in
                        try await second.write { db in try Self.account("ghost").insert(db) }
                    }
                }
                await eventually { container.scopes.count == 2 }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
                try await first.commit()
            }
            #expect(try await container.accountNames() == ["ada"])
        }
    }

    @Test func `after a failure only the rolling back is left, also for who swallows it`() async throws {
        try await withServer { container in
            try await Self.request(container) { transaction in
                try await transaction.write { db in try Self.account("ada").insert(db) }
                await #expect(throws: (any Error).self) { try await transaction.write { db in try Self.account("ada").insert(db) } }
                await #expect(throws: TransactionOver.self) { try await transaction.write { db in try Self.account("bob").insert(db) } }
                await #expect(throws: TransactionOver.self) { try await transaction.commit() }
            }
            #expect(try await container.accountNames().isEmpty)
        }
    }

    @Test func `what was to be done after the commit is done then, and only then`() async throws {
        try await withServer { container in
            for commits in [true, false] {
                let isDone = Tally.Count()
                try await Self.request(container) { transaction in
                    await transaction.afterCommit { isDone.add(1) }
                    #expect(isDone.value == 0)
                    if commits { try await transaction.commit() }
                }
                #expect(isDone.value == (commits ? 1 : 0))
            }
        }
    }

    @Test func `outside of a request there is no transaction`() async throws {
        try await withServer { container in
            #expect(throws: ResolutionError.self) { try container.tryResolve(Transaction.self) }
        }
    }
}
