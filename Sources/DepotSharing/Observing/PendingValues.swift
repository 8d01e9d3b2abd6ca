internal import Depot

/// Values that were pushed under a lock, handed on outside it: by one thread at a time, so in order.
final class PendingValues<Value: Sendable>: Sendable {
    private let state = Locked(State())

    private struct State {
        var values: [@Sendable () -> Value?] = []
        var isDraining = false
    }

    func push(_ value: @escaping @Sendable () -> Value?) { state.withLock { $0.values.append(value) } }

    /// Hands on what is there, unless another thread is at it, which then does it.
    func drain(_ body: (Value) -> Void) {
        while let batch = next() {
            for value in batch { if let value = value() { body(value) } }
            state.withLock { $0.isDraining = false }
        }
    }

    private func next() -> [@Sendable () -> Value?]? {
        state.withLock { state in
            guard !state.isDraining, !state.values.isEmpty else { return nil }
            state.isDraining = true
            defer { state.values = [] }
            return state.values
        }
    }
}
