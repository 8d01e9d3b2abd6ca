internal import Depot

/// The values that one reader of `values` has not taken yet, in order.
///
/// A value is put in under the lock of its reference, so that the order is that of the writes; the reader is woken after.
final class Feed<Value: Sendable>: Sink {
    typealias Thunk = @Sendable () -> Value?

    private let state = Locked(State())

    private struct State {
        var values: [Thunk?] = []
        var taken = 0
        var reader: CheckedContinuation<Thunk?, Never>?
        var isCancelled = false

        mutating func take() -> Thunk? {
            guard taken < values.count else { return nil }
            defer {
                values[taken] = nil
                taken += 1
                if taken == values.count || taken > 1024 {
                    values.removeFirst(taken)
                    taken = 0
                }
            }
            return values[taken]
        }
    }

    func push(_ value: @escaping Thunk) { state.withLock { $0.values.append(value) } }

    /// Gives the reader who waits the next value.
    func wake() {
        let (reader, value) = state.withLock { state -> (CheckedContinuation<Thunk?, Never>?, Thunk?) in
            guard let reader = state.reader, let value = state.take() else { return (nil, nil) }
            state.reader = nil
            return (reader, value)
        }
        reader?.resume(returning: value)
    }

    /// The next value; nil once the task is cancelled.
    func next() async -> Value? {
        while let thunk = await nextThunk() {
            if let value = thunk() { return value }
        }
        return nil
    }

    private func nextThunk() async -> Thunk? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, value) = state.withLock { state -> (Bool, Thunk?) in
                    if state.isCancelled { return (true, nil) }
                    if let value = state.take() { return (true, value) }
                    state.reader = continuation
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: value) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                state.isCancelled = true
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
