// What only the caller got is disposed, too, when its owner ends.
extension Container {
    /// Keeps an instance that only the caller got until its owner ends.
    func keep(_ disposable: any Disposable, of registration: Registration, for build: Build?) {
        guard !registration.traits.contains(.instance), !registration.traits.contains(.alias) else { return }
        keep(disposable, for: build)
    }

    /// Keeps what was made during a run until its owner ends: the scope or the container of the shared instance that the run is
    /// part of; else the scope that is bound to the task; else the scope or the container it was made for.
    func keep(_ disposable: any Disposable, for build: Build?) {
        let entry = Disposables.Entry(disposable)
        let bound = Context.boundScope(of: core.family)
        let isLate = core.family.decide { $0.keep(entry, for: build, bound: bound, in: core) }
        if isLate { Disposables.dispose([entry], of: core) }
    }
}

extension Ledger {
    /// Keeps a disposal for later.
    ///
    /// - Returns: Whether it is too late for that.
    fileprivate mutating func keep(_ entry: Disposables.Entry, for build: Build?, bound: Scope?, in core: Core) -> Bool {
        if let bound { join(bound) }
        entry.order = nextBirth()
        let holder = build?.nearestShared
        if holder?.isFinished ?? true {
            let scope = bound?.innermostOpen
            if let scope {
                scope.disposables.append(entry)
                return false
            }
        }
        if let scope = holder?.scope?.innermostOpen {
            scope.disposables.append(entry)
            return false
        }
        let asked = holder?.homeCore?.takeUnretainedValue() ?? core
        // A projection of an override never ends by itself: what is made there ends with the override.
        let owner = asked.original ?? asked
        guard !owner.isClosed else { return true }
        owner.disposables.append(entry)
        return false
    }
}
