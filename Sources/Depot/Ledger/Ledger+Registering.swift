/// How registrations are put in.
extension Ledger {
    /// Puts a registration in.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock; nil where there was nothing.
    @inline(never)  // Called from two places.
    mutating func add(_ registration: Registration, to core: Core) -> Ending? {
        if core.isClosed { return nil }
        // The core keeps it.
        let ending = core.makeSlot(registration.key)._withUnsafeGuaranteedRef { slot in
            noteDuplicate(of: slot, registration, in: core)
            if core.readable?.decorators.isEmpty ?? true { return put(registration, in: slot, of: core) }
            return put(decorated(registration, in: core), in: slot, of: core)
        }
        ending?.lineUp(in: core.family, at: nil)
        if typesDecoratedBelow.contains(registration.key.typeID) { decorateBelow(core, registration.key) }
        return ending
    }

    /// Puts a registration in a slot; what was made from what it takes the place of is outdated from now on.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock; nil where there was nothing.
    mutating func put(_ registration: Registration, in slot: Slot, of core: Core) -> Ending? {
        let ending = slot.register(registration)
        let isNew = ending == nil
        if slot.wasResolved || core.isCollected(slot.key.typeID) || (isNew && mayChange(slot.key, in: core)) {
            advanceEpoch(of: core)
        } else if isNew, core.overriding != nil || core.mayBeOverridden {
            // An override comes before containers further up, also where one between them has the key; and a child before overrides of its
            // parent. So in overrides it may take the place of more than what a look-up from here finds.
            advanceOverrideEpoch()
        }
        return ending
    }

    private func noteDuplicate(of slot: Slot, _ registration: Registration, in core: Core) {
        guard let assembly = registration.assembly, !registration.traits.contains(.overriding), let base = slot.base,
            let first = base.assembly, first !== assembly
        else { return }
        core.writable.duplicates.append(Duplicate(first: base, second: registration))
    }

    /// Whether a new registration may change what was resolved: from further up, or that there was nothing.
    private func mayChange(_ key: Key, in core: Core) -> Bool {
        if absentKeys.contains(key) { return true }
        guard let parent = core.parentCore else { return false }
        return find(key, home: parent, view: parent)?.wasResolved ?? false
    }
}
