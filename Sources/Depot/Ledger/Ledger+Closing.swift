import Synchronization

/// The end of a container, and what is disposed then.
extension Ledger {
    /// Closes a container for resolving, and before it its children, the overrides of it and its scopes.
    ///
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ core: Core) -> Ending {
        var ending = Ending()
        // Each stands behind what it was made in.
        for core in core.tree.reversed() { close(core, into: &ending) }
        return ending
    }

    private mutating func close(_ core: Core, into ending: inout Ending) {
        guard !core.isClosed else { return }
        core.isClosed = true
        // While it can still be looked at what it has.
        endFollowing(core)
        if !core.isOverride { hasClosedContainers = true }
        core.isShut.store(true, ordering: .releasing)
        core.hideTable()
        let start = closeScopes(of: core, into: &ending)
        ending.take(core.disposables, in: nil, of: core)
        core.disposables = []
        // The instances themselves stay: readers without a lock may be looking at them.
        core.forEachCell { cell in cell.instances.forEach { ending.takeDisposal(of: $0) } }
        core.slots.forEach { slot in
            slot.details?.active.forEach { for instance in $0.instances { ending.takeDisposal(of: instance) } }
        }
        ending.order(from: start)
        // The latest first, as `restoreAll` ends them.
        if !observers.isEmpty { ending.events += core.replacements.reversed().map { .restored(ContainerEvent.Service($0)) } }
        core.replacements.forEach { ending.remains.append($0) }
        core.replacements = []
    }

    /// Keeps the disposal of what only a caller got until its owner ends, or begins it where that has ended.
    ///
    /// A shared instance that is being made may turn out to belong to an override or a replacement, and then what was made for it does, too: so that
    /// waits in the run. What is of a graph does not, because others of the graph may have it as well.
    ///
    /// - Returns: Whether it is kept; if not, nobody is to get the instance.
    mutating func keep(_ entry: Disposables.Entry, for build: Build?, isOfGraph: Bool, bound: Scope?, in core: Core) -> Bool {
        if let bound { join(bound) }
        entry.order = nextBirth()
        let holder = build?.nearestShared
        guard let holder, !holder.isFinished else {
            return keep([entry], in: bound?.innermostOpen ?? holder?.scope?.innermostOpen, of: core)
        }
        if isOfGraph { return keep([entry], for: holder) }
        holder.parts.append(entry)
        return true
    }

    /// Keeps the disposals of what was made in a run until the scope or container ends that the run makes its instance for, or the override that
    /// it has turned out to belong to.
    @discardableResult
    mutating func keep(_ entries: [Disposables.Entry], for build: Build) -> Bool {
        let core = build.touched ?? build.homeCore?.takeUnretainedValue() ?? build.container.core
        return keep(entries, in: build.scope?.innermostOpen, of: core)
    }

    private mutating func keep(_ entries: [Disposables.Entry], in scope: Scope?, of core: Core) -> Bool {
        // A projection of an override never ends by itself: what is made there ends with the override.
        let owner = core.opened
        if owner.isClosed {
            leftover.ending.take(entries, in: nil, of: owner)
            return false
        }
        guard let scope else {
            owner.disposables += entries
            return true
        }
        // A child, or an override that was opened in the scope, may end before that.
        if scope.core !== owner {
            owner.mayBeInScopes = true
            for entry in entries { entry.belong(to: owner) }
        }
        scope.disposables += entries
        return true
    }
}
