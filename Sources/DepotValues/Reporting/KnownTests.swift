internal import Depot

/// The scopes of the tests that have read something without a trait to bind one.
///
/// A scope is kept until its test has ended: where the framework says so, or where what lives as long as the run is gone.
package enum KnownTests {
    private final class Entry: @unchecked Sendable {  // See `State`.
        let id: AnyHashable
        let run: TestRun
        let scope = TestScope()

        init(_ id: AnyHashable, _ run: TestRun) {
            self.id = id
            self.run = run
        }
    }

    private struct State: @unchecked Sendable {  // The identifiers are `Sendable` by the initializer of `TestIdentity`.
        var entries: [AnyHashable: Entry] = [:]
        /// The entries since the last look for those that have ended, and how many there may be before the next.
        var added = 0
        var limit = smallestLimit

        /// The scope of a run that asks and so is alive: an entry whose run has ended is that of an earlier one.
        func scope(of id: AnyHashable) -> TestScope? {
            guard let entry = entries[id], !entry.run.hasEnded else { return nil }
            return entry.scope
        }
    }

    private static let smallestLimit = 8
    private static let state = Locked(State())

    /// The scope of a test, made when it is first asked for.
    static func scope(of identity: TestIdentity) -> TestScope {
        nonisolated(unsafe) let id = identity.id  // `Sendable` by its initializer.
        if let known = state.withLock({ $0.scope(of: id) }) { return known }
        let run = identity.run
        let (scope, outdated, isFull) = state.withLock { state -> (TestScope, Entry?, Bool) in
            if let known = state.scope(of: id) { return (known, nil, false) }
            let outdated = state.entries[id]
            let entry = Entry(id, run)
            state.entries[id] = entry
            if run.isKnown { state.added += 1 }
            return (entry.scope, outdated, state.added > state.limit)
        }
        withExtendedLifetime(outdated) {}  // The user's `deinit`s run outside the lock.
        if isFull { forgetEnded() }
        return scope
    }

    /// Forgets a test that has ended.
    package static func forget(_ identity: TestIdentity) {
        nonisolated(unsafe) let id = identity.id  // `Sendable` by its initializer.
        let ended = state.withLock { $0.entries.removeValue(forKey: id) }
        withExtendedLifetime(ended) {}  // See above.
    }

    /// Forgets every test that has certainly ended.
    private static func forgetEnded() {
        // Looked at outside the lock: the look itself may hold the last reference to what a test was given.
        let known = state.withLock { state in
            state.added = 0
            return state.entries.values.filter(\.run.isKnown)
        }
        let ended = known.filter(\.run.hasEnded)
        state.withLock { state in
            for entry in ended where state.entries[entry.id] === entry { state.entries[entry.id] = nil }
            state.limit = max(smallestLimit, known.count - ended.count)
        }
        withExtendedLifetime(ended) {}  // See above.
    }
}
