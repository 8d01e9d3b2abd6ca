import NIOConcurrencyHelpers

/// Lets one at a time through, in the order of asking.
///
/// Who waits is a suspended task, not a blocked thread.
final class Turn: Sendable {
    private struct State {
        var isTaken = false
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Waits for the turn.
    ///
    /// Whoever gets it gives it back with ``give()``.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile; then there is nothing to give back.
    func take() async throws {
        let number = state.withLockedValue { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLockedValue { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isTaken {
                        state.waiting.append((number, continuation))
                        return nil
                    }
                    state.isTaken = true
                    return .success(())
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            // Who does not wait yet will see that the task is cancelled.
            let waiter = state.withLockedValue { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Gives the turn to the next, or back.
    func give() {
        let next = state.withLockedValue { state in
            state.isTaken = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.continuation.resume()
    }

    /// Runs an operation in turn.
    func run<Result>(isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result) async throws -> Result {
        try await take()
        defer { give() }
        return try await operation()
    }
}
