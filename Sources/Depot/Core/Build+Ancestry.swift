/// The runs that one is part of.
extension Build {
    /// The nearest build, this one included, whose instance others share.
    var nearestShared: Build? { isShared ? self : outerShared?.takeUnretainedValue() }

    /// The run of the shared service that keeps what this run makes: the one it is part of, or the one whose `Lazy` or `@Inject` has asked for it.
    var keeper: Build? { nearestShared ?? lazyOwner }

    /// The nearest build, this one included, of a lifetime whose instances outlive the resolve: one that keeps what it gets.
    var nearestHolder: Build? { registration.lifetime.isShared ? self : outerHolder?.takeUnretainedValue() }

    /// Whether a predicate holds for this run, or for one that it is part of: what a run that has ended was part of does not count, because
    /// nobody there waits for it.
    ///
    /// Without the family's lock.
    @inline(never)
    private func isAnyRunning(where predicate: (Build) -> Bool) -> Bool {
        Build.ancestry.withLock { _ in
            var next: Build? = self
            while let now = next, !now.isFinished {
                if predicate(now) { return true }
                next = now.parent
            }
            return false
        }
    }

    /// Calls a function for this run and for those that it is part of, as long as they have not ended.
    func forEachRunning(_ body: (Build) -> Void) {
        _ = isAnyRunning { run in
            body(run)
            return false
        }
    }

    /// Whether this build or one it is part of runs a registration.
    func contains(_ registration: Registration) -> Bool {
        isAnyRunning { run in run.registration === registration || run.between.contains { $0 === registration } }
    }

    /// Whether this build is `other`, or part of it.
    func isWithin(_ other: Build) -> Bool {
        isAnyRunning { $0 === other }
    }

    /// The runs from the outermost to this one.
    var path: [Registration] {
        let ways = Build.ancestry.withLock { _ in sequence(first: self) { $0.parent }.map { $0.between + [$0.registration] } }
        return ways.reversed().flatMap { $0 }
    }
}
