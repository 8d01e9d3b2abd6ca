/// The runs of services in a scope that have ended, and may be kept by handles for longer than the scope.
///
/// Once it has closed they refer to what is left of it, which keeps no container.
final class EndedRuns {  // Guarded by the family's lock.
    @exclusivity(unchecked) private var runs = Handful<Build>()
    /// How many there are when those are looked for again that nothing else keeps.
    private var limit = 16
    /// What is left of the scope, for a diagnosis.
    var remains: Scope?

    /// Notes one.
    ///
    /// - Returns: Those that nothing else keeps, to be released outside the lock.
    func note(_ run: Build) -> [AnyObject] {
        runs.append(run)
        if runs.count <= limit { return [] }
        var all = Array(runs)
        runs = Handful()
        let isKept = all.indices.map { !isKnownUniquelyReferenced(&all[$0]) }
        runs = Handful(zip(all, isKept).filter(\.1).map(\.0))
        limit = max(16, runs.count * 2)
        return all
    }

    /// Has all of them refer to what is left of their scopes, because this one has closed.
    func leave(_ closed: Scope, into ending: inout Ending) {
        for run in runs { if let scope = run.leaveScope(), scope !== closed { ending.remains.append(scope) } }
        ending.remains += Array(runs)
        runs = Handful()
    }
}
