extension Family {
    /// Disposes in a task of its own that `settled()` waits for.
    ///
    /// Disposals of one family run one after the other, in the order in which they were started.
    func startDisposal(of entries: [Disposables.Entry], atOnce: Bool) {
        let (turn, before) = pendingDisposals.withLock { $0.begin() }
        let dispose: @Sendable () async -> Void = {
            await before?.wait()
            _ = await Disposables.dispose(each: entries, of: self)
            self.pendingDisposals.withLock { $0.end(turn) }
            turn.end()
        }
        // At once, up to where it suspends; older systems cannot.
        if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await dispose() }
        } else {
            Task { await dispose() }
        }
    }

    /// Waits for the disposals that were started.
    func settled() async {
        await pendingDisposals.withLock { $0.last }?.wait()
    }
}

/// The disposals that run on their own, one after the other.
struct PendingDisposals {
    private(set) var last: Turn?

    /// Lines up behind the last.
    mutating func begin() -> (turn: Turn, before: Turn?) {
        let turn = Turn()
        defer { last = turn }
        return (turn, last)
    }

    mutating func end(_ turn: Turn) {
        if last === turn { last = nil }
    }

    /// One disposal's turn, which the next waits for.
    final class Turn: Sendable {
        private struct State {
            var isOver = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Locked(State())

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiters.append(continuation) }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        }

        func end() {
            let waiters = state.withLock { state in
                state.isOver = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
