import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import RequestScopes

@Suite(.serialized) struct HashingThreadsTests {
    /// What some pieces of work do while a test looks on.
    private final class Gate: Sendable {
        private struct State {
            var running = 0
            var most = 0
            var isOpen = false
        }

        private let state = NIOLockedValueBox(State())

        var running: Int { state.withLockedValue(\.running) }
        var most: Int { state.withLockedValue(\.most) }

        func open() { state.withLockedValue { $0.isOpen = true } }

        /// Keeps its thread until the gate is open, at most for ten minutes.
        func pass() {
            state.withLockedValue { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            let deadline = Date(timeIntervalSinceNow: 600)
            while !state.withLockedValue(\.isOpen), Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
            state.withLockedValue { $0.running -= 1 }
        }
    }

    @Test func `as many hash at once as there are cores, and no more`() async throws {
        let gate = Gate()
        let work = Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<HashingThreads.count * 3 { group.addTask { try await HashingThreads.run { gate.pass() } } }
                try await group.waitForAll()
            }
        }
        await eventually { gate.running == HashingThreads.count }
        gate.open()
        try await work.value
        #expect(gate.most == HashingThreads.count)
    }

    @Test func `a caller that is cancelled while it waits leaves the queue, and the next has its turn`() async throws {
        let gate = Gate()
        let work = (0..<HashingThreads.count).map { _ in Task { try await HashingThreads.run { gate.pass() } } }
        await eventually { gate.running == HashingThreads.count }
        let cancelled = Task { try await HashingThreads.run { Issue.record("It was cancelled before its turn.") } }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let next = Task { try await HashingThreads.run { 42 } }
        gate.open()
        for task in work { try await task.value }
        #expect(try await next.value == 42)
    }
}
