import Synchronization

extension Ledger {
    /// Counts an override as open: what it overrides then asks the running task for its own.
    mutating func open(_ core: Core) {
        guard core.original == nil, !core.isOpen.load(ordering: .relaxed) else { return }
        core.isOpen.store(true, ordering: .relaxed)
        core.linkToParent()
        core.ordinal = nextOverride()
        core.countAsOpen(by: 1)
    }

    /// Counts it no more.
    mutating func endOverride(_ core: Core) {
        guard core.isOpen.load(ordering: .relaxed) else { return }
        core.isOpen.store(false, ordering: .relaxed)
        core.countAsOpen(by: -1)
    }

    /// Shows the readers of an override, without a lock, what those of the container show theirs and was found valid here.
    mutating func show(_ instance: Instance, to view: Core) {
        guard view.isOverride, view.original == nil, instance.cell?.slot?.shows(instance) == true else { return }
        if view.shownEpoch.load(ordering: .relaxed) != verdictEpoch {
            view.shownNumber.store(view.family.verdictNumbers.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            view.shownEpoch.store(verdictEpoch, ordering: .releasing)
        }
        instance.shownNumber.store(view.shownNumber.load(ordering: .relaxed), ordering: .releasing)
    }
}

extension Core {
    /// Tells the containers that are overridden.
    fileprivate func countAsOpen(by difference: Int) {
        family.matters.add(difference, ordering: .relaxed)
        // Unretained, because an override keeps what it overrides.
        var core = Unmanaged.passUnretained(self)
        while let base = core._withUnsafeGuaranteedRef({ $0.isOverride ? $0.unretainedParent : nil }) {
            base._withUnsafeGuaranteedRef { _ = $0.openOverrides.add(difference, ordering: .relaxed) }
            core = base
        }
    }
}
