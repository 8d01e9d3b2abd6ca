/// What the end of scopes and containers leaves to be done outside the lock.
struct Ending {
    /// What is to be let go of.
    var instances = Handful<Instance>()
    /// What is to be disposed, in the order it was made.
    var disposables: [Disposables.Entry] = []
    /// The scopes that ended and that nobody may hold any more.
    var scopes: [Scope] = []

    /// Lets go of the instances, dependents first: a chain of any length then goes link by link, not in one recursion.
    ///
    /// - Returns: What is to be disposed; disposing keeps what it needs.
    consuming func letGo() -> [Disposables.Entry] {
        if instances.hasNoMoreThanOne { return disposables }
        instances.forEach { $0.letGo() }
        var ordered = Array(instances)
        instances = Handful()
        ordered.sort { $0.birth < $1.birth }
        while !ordered.isEmpty { ordered.removeLast() }
        return disposables
    }
}
