internal import Depot

/// The values that one reader of `values` has not taken yet, in order.
///
/// A value is put in under the lock of its reference, so that the order is that of the writes; the reader is woken after.
final class Feed<Value: Sendable>: Sink, @unchecked Sendable {  // Each `var` is only touched under the lock.
    typealias Thunk = @Sendable () -> Value?

    private let lock = Locked(())
    private var values: [Thunk?] = []
    private var taken = 0
    private var reader: CheckedContinuation<Thunk?, Never>?
    private var isCancelled = false
    /// What was given last, where one that is equal to it is left out.
    private var last: Value?

    /// The first value that was not taken; under the lock.
    private func take() -> Thunk? {
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

    func push(_ value: @escaping Thunk) { lock.withLock { _ in values.append(value) } }

    /// Gives the reader who waits the next value.
    func wake() {
        let answer = lock.withLock { _ -> Answer? in
            guard let waiting = reader, let value = take() else { return nil }
            reader = nil
            return { waiting.resume(returning: value) }
        }
        answer?()
    }

    /// The next value; nil once the task is cancelled.
    func next(leavingOutEqual: Bool) async -> Value? {
        while let thunk = await nextThunk() {
            guard let value = thunk() else { continue }
            if leavingOutEqual {
                var before = lock.withLock { _ in last }
                if let before, !differ(before, value) { continue }
                before = value
                lock.withLock { _ in swap(&last, &before) }  // What it was is released outside the lock.
            }
            return value
        }
        return nil
    }

    /// What resumes the reader, outside the lock.
    private typealias Answer = @Sendable () -> Void

    private func nextThunk() async -> Thunk? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = lock.withLock { _ -> Answer? in
                    if isCancelled { return { continuation.resume(returning: nil) } }
                    if let value = take() { return { continuation.resume(returning: value) } }
                    reader = continuation
                    return nil
                }
                answer?()
            }
        } onCancel: {
            let answer = lock.withLock { _ -> Answer? in
                isCancelled = true
                guard let waiting = reader else { return nil }
                reader = nil
                return { waiting.resume(returning: nil) }
            }
            answer?()
        }
    }
}
