extension Family {
    /// Disposes in a task of its own that `settled()` waits for.
    ///
    /// Disposals of one family run one after the other, in the order in which they were started; those that a disposer starts are part of its
    /// own turn.
    func startDisposal(of entries: [Disposables.Entry], atOnce: Bool) {
        let around = Context.bound.disposal
        let (turn, before) = beginTurn(inside: around)
        let dispose: @Sendable () async -> Void = {
            await before?.wait()
            await Context.bind(.context(.disposing(turn))) { _ = await Disposables.dispose(each: entries, of: self) }
            await turn.inner.closed()
            turn.queue.end(turn)
            turn.end()
        }
        // The task keeps what is bound to it, and no override or scope is to last until the disposal ends.
        Context.$bound.withValue(Context.bound.valuesAlone) {
            // At once, up to where it suspends; older systems cannot.
            if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                Task.immediate { await dispose() }
            } else {
                Task { await dispose() }
            }
        }
    }

    /// Waits for the disposals that were started; in a disposer, for those that it has started itself, because the others may wait for it.
    func settled() async {
        var next = Context.bound.disposal
        while let turn = next {
            if turn.family === self, !turn.inner.isClosed { return await turn.inner.settled() }
            next = turn.outer
        }
        await pendingDisposals.settled()
    }

    /// Lines up behind the others: those of the disposer that this is part of, or else all of the family.
    private func beginTurn(inside around: DisposalTurn?) -> (turn: DisposalTurn, before: DisposalTurn?) {
        var next = around
        while let turn = next {
            if turn.family === self, let begun = turn.inner.begin(self, inside: around) { return begun }
            next = turn.outer
        }
        // That of the family is never closed.
        return pendingDisposals.begin(self, inside: around).unsafelyUnwrapped
    }
}

/// Disposals that run on their own, one after the other.
final class DisposalQueue: Sendable {
    private struct State {
        var last: DisposalTurn?
        var isClosed = false
    }

    private let state = Locked(State())

    /// Whether nothing lines up here any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Lines up behind the last; nil where the queue is closed.
    func begin(_ family: Family, inside outer: DisposalTurn?) -> (turn: DisposalTurn, before: DisposalTurn?)? {
        let turn = DisposalTurn(family, in: self, inside: outer)
        return state.withLock { state in
            if state.isClosed { return nil }
            defer { state.last = turn }
            return (turn, state.last)
        }
    }

    func end(_ turn: DisposalTurn) {
        state.withLock { if $0.last === turn { $0.last = nil } }
    }

    /// Waits for those that are in it.
    func settled() async { await state.withLock { $0.last }?.wait() }

    /// Closes it, once it is empty.
    func closed() async {
        while true {
            let last = state.withLock { state in
                if state.last == nil { state.isClosed = true }
                return state.last
            }
            guard let last else { return }
            await last.wait()
        }
    }
}

/// One disposal's turn, which the next waits for.
final class DisposalTurn: Sendable {
    private struct State {
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let family: Family
    /// Where it lines up.
    let queue: DisposalQueue
    /// The turn in which it was started, of whatever family.
    let outer: DisposalTurn?
    /// What its disposers start.
    let inner = DisposalQueue()
    private let state = Locked(State())

    fileprivate init(_ family: Family, in queue: DisposalQueue, inside outer: DisposalTurn?) {
        self.family = family
        self.queue = queue
        self.outer = outer
    }

    fileprivate func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    fileprivate func end() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
