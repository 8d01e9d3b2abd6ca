import NIOConcurrencyHelpers

/// Lets one at a time through, or a few, in the order of asking.
///
/// Who waits is a suspended task, not a blocked thread.
final class Turn: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// How many more may have the turn.
        var free: Int
        var lastNumber = 0
        var waiting: [Waiter] = []
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter places: How many may have the turn at once.
    init(places: Int = 1) {
        state = NIOLockedValueBox(State(free: places))
    }

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
                    if state.free == 0 {
                        state.waiting.append(Waiter(number: number, continuation: continuation))
                        return nil
                    }
                    state.free -= 1
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
        let next = state.withLockedValue { state -> Waiter? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.free += 1
            return nil
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
