import Synchronization

/// What an override leaves as it is, for its readers without a lock: a singleton of the container that it overrides, which that shows its own
/// readers, once the override has found it valid. It is valid until the verdict epoch changes, and what is replaced is not found so.
extension Container {
    /// The instance that the override in effect here shows for a type, which the container that is overridden keeps; nil where the lock has to be
    /// asked.
    ///
    /// The epoch comes first: what was shown in it is valid in it, and what is shown after it was valid at a later moment of this read.
    @usableFromInline
    func untouched(_ type: any Any.Type) -> UnsafeRawPointer? {
        core.mayBeOverridden ? effective.untouchedHere(type) : untouchedHere(type)
    }

    private func untouchedHere(_ type: any Any.Type) -> UnsafeRawPointer? {
        guard core.isOverride, owns, mayReadHere(nil) else { return nil }
        let epoch = core.unretainedFamily._withUnsafeGuaranteedRef { $0.verdictEpoch.load(ordering: .acquiring) }
        guard core.shownEpoch.load(ordering: .acquiring) == epoch,
            let slot = shownSlot(UInt(bitPattern: ObjectIdentifier(type)), 0),
            let word = UnsafeRawPointer(bitPattern: slot._withUnsafeGuaranteedRef { $0.settled })
        else { return nil }
        // Shown, so it is kept until the container goes that it is of.
        let number = Unmanaged<Instance>.fromOpaque(word)._withUnsafeGuaranteedRef { $0.shownNumber.load(ordering: .acquiring) }
        return number == core.shownNumber.load(ordering: .relaxed) ? word : nil
    }
}
