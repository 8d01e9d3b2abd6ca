import Synchronization

/// Disposals that nobody awaits: they run one after the other.
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
            let before = state.last
            state.last = turn
            turn.follow(before)
            return (turn, before)
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
        var previous: DisposalTurn?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let family: Family
    /// Where it lines up; nil where somebody awaits it.
    let queue: DisposalQueue?
    /// The turn in which it was started, of whatever family.
    let outer: DisposalTurn?
    /// The numbers of the turns that it is inside of, and its own; those of later turns are greater.
    private let path: [Int]
    private static let numbers = Atomic<Int>(0)
    /// What its disposers start.
    let inner = DisposalQueue()
    private let state = Locked(State())

    init(_ family: Family, in queue: DisposalQueue?, inside outer: DisposalTurn?) {
        self.family = family
        self.queue = queue
        self.outer = outer
        path = (outer?.path ?? []) + [Self.numbers.add(1, ordering: .relaxed).newValue]
    }

    /// The identity of its queue; its own where it is in none.
    var lane: ObjectIdentifier { queue.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self) }

    /// The turn before it in its queue; nil once this one is over.
    var previous: DisposalTurn? { state.withLock { $0.previous } }

    func follow(_ previous: DisposalTurn?) { state.withLock { $0.previous = previous } }

    /// This turn and those in which it was started, the innermost first.
    var chain: some Sequence<DisposalTurn> { sequence(first: self) { $0.outer } }

    /// The innermost of those that goes on.
    var innermostOpen: DisposalTurn? { chain.first { !$0.inner.isClosed } }

    /// Whether something inside a turn may wait for this one, which does not wait for it in turn.
    ///
    /// A turn waits for what was started before it, or inside it. So from inside a turn nothing may wait for that itself, for those around
    /// it, or for later ones: paths are waited for in their order, and there is no ring.
    func maySettle(before outer: DisposalTurn?) -> Bool {
        guard let outer else { return true }
        if outer.path.starts(with: path) { return false }
        return path.starts(with: outer.path) || path.lexicographicallyPrecedes(outer.path)
    }

    @inline(never)
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
        let (waiters, previous) = state.withLock { state in
            state.isOver = true
            defer { (state.waiters, state.previous) = ([], nil) }
            return (state.waiters, state.previous)
        }
        for waiter in waiters { waiter.resume() }
        withExtendedLifetime(previous) {}
    }
}
