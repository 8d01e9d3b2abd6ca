import Depot

/// What tasks wait at until it is opened, for good.
final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Where a number of tasks wait for each other.
final class Meeting: Sendable {
    private let missing: Int
    private let present = Counter()
    private let gate = AsyncGate()

    init(of count: Int) {
        missing = count
    }

    func wait() async {
        if present.increment() == missing { gate.open() }
        await gate.pass()
    }
}
