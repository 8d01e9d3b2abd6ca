extension WaitGraph {
    /// A ring that a wait would have closed.
    package struct Ring {
        /// The way around, from what was to be waited for back to that.
        package let path: [ResolutionError.Step]
        /// Whether something in it cannot be had twice, so that nothing breaks it.
        package let isExclusive: Bool
    }

    /// Waits on this thread for what another one has, unless that one waits, perhaps by way of others, for this one.
    ///
    /// - Parameters:
    ///   - turn: What another thread has.
    ///   - wait: Blocks the thread until it is to look again.
    /// - Returns: The ring, where the wait has not begun because of that.
    @inline(never)
    package static func wait(for turn: ThreadTurn, _ wait: () -> Void) -> Ring? {
        _ = ThreadState.prepare
        let origin = Origin(thread: ThreadState.known, explicit: nil)
        let waiter = Waiter(thread: CurrentThread.id, build: origin.recorded, between: origin.between)
        if let ring = add(waiter, waitingFor: .turn(turn)) {
            // What this thread has is not found among its runs.
            let way = ring.last?.target.registration == nil ? [] : origin.path
            return Ring(
                path: [Target.turn(turn).step] + steps(from: nil, through: ring + [Edge(waiter: waiter, target: .turn(turn), way: way)]),
                isExclusive: turn.isExclusive || ring.contains { $0.target.isExclusive })
        }
        wait()
        remove(waiter, waitingFor: .turn(turn))
        return nil
    }
}

/// What an error says about a ring of waits.
extension WaitGraph {
    /// The way on from what is waited for, by the waits of other threads and tasks, to what the waiter has begun.
    ///
    /// What a thread has is not found among its runs, so of those only the one that waits is told then.
    static func steps(from registration: Registration?, through ring: [Edge]) -> [ResolutionError.Step] {
        var steps: [ResolutionError.Step] = []
        var last = registration
        for edge in ring {
            let start = edge.way.lastIndex { $0 === last }.map { $0 + 1 } ?? (last == nil ? max(edge.way.count - 1, 0) : 0)
            steps += edge.way[start...].map(\.step) + [edge.target.step]
            last = edge.target.registration
        }
        return steps
    }

    /// What to do about a ring with something in it that a thread has.
    static let adviceOnTurns = "resolve it before the withLock, or outside of the default, whose end its own factories wait for."
}
