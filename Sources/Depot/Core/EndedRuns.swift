/// The runs of services in a scope that have ended, and that handles may keep for longer than the scope.
///
/// Once it has closed they refer to what is left of it, which keeps no container. Here they are not kept: a run refers to the override that it
/// was in.
final class EndedRuns {  // Guarded by the family's lock.
    private struct Run {
        weak var build: Build?
    }

    @exclusivity(unchecked) private var runs: [Run] = []
    /// How many there are when those are left out that are gone.
    private var limit = 16
    /// What is left of the scope, for a diagnosis.
    var remains: Scope?

    /// Notes one.
    ///
    /// - Returns: What has been looked at, to be released outside the lock.
    func note(_ run: Build) -> [AnyObject] {
        runs.append(Run(build: run))
        return runs.count > limit ? sweep() : []
    }

    /// Has all of them refer to what is left of their scopes, because this one has closed.
    func leave(_ closed: Scope, into ending: inout Ending) {
        for run in sweep() {
            if let scope = run.leaveScope(), scope !== closed { ending.remains.append(scope) }
            ending.remains.append(run)
        }
        runs = []
    }

    /// Leaves out those that are gone.
    ///
    /// - Returns: The others, to be released outside the lock.
    private func sweep() -> [Build] {
        let kept = runs.compactMap(\.build)
        runs = kept.map { Run(build: $0) }
        limit = max(16, runs.count * 2)
        return kept
    }
}
