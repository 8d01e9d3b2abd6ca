import Synchronization

extension Core {
    /// Ends the override that this core is, if it was opened.
    func endOverride() {
        guard isOpen.load(ordering: .relaxed) else { return }
        decide { $0.endOverride(self) }
    }

    /// Ends an override in which nothing was made: under one lock, and without a list of anything.
    ///
    /// - Returns: Whether that was all there is to do.
    func endBareOverride() -> Bool {
        guard isOpen.load(ordering: .relaxed) else { return false }
        return decide { ledger in
            ledger.endOverride(self)
            guard hasMadeNothing, !hasScopedServices, hasOnlySlots, !hasDisposables else { return false }
            unlinkFromParent()
            isClosed = true
            isOver = true
            return true
        }
    }
}
