/// How registrations are put in and decorated.
extension Ledger {
    /// Puts a registration in.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock; nil where there was nothing.
    mutating func add(_ registration: Registration, to core: Core) -> Ending? {
        if core.isClosed { return nil }
        let slot = core.makeSlot(registration.key)
        let isNew = slot.base == nil
        noteDuplicate(of: slot, registration, in: core)
        var ending = Ending()
        put(applyPending(to: registration, in: core), in: slot, replacing: &ending)
        return isNew ? nil : ending
    }

    /// Puts a registration in a slot; what was made from what it takes the place of is outdated from now on.
    mutating func put(_ registration: Registration, in slot: Slot, replacing ending: inout Ending) {
        let (core, isNew) = (slot.core, slot.base == nil)
        slot.register(registration, replacing: &ending)
        if slot.wasResolved || core.isCollected(slot.key.typeID) || (isNew && mayChange(slot.key, in: core)) {
            advanceEpoch(of: core)
        } else if isNew, core.overriding != nil || core.mayBeOverridden {
            // An override comes before containers further up, also where one between them has the key; and a child before overrides of its
            // parent. So in overrides it may take the place of more than what a look-up from here finds.
            advanceOverrideEpoch()
        }
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

    private func applyPending(to registration: Registration, in core: Core) -> Registration {
        guard let annex = core.readable, !annex.pendingDecorators.isEmpty,
            annex.pendingDecorators.contains(where: { $0.key == registration.key })
        else { return registration }
        var decorated = registration
        for pending in annex.pendingDecorators where pending.key == registration.key { decorated = pending.decorated(decorated, nil) }
        annex.pendingDecorators.removeAll { $0.key == registration.key }
        return decorated
    }

    /// Wraps what is registered for a key; what is not registered yet is wrapped when it is.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock.
    mutating func decorate(with decorator: PendingDecorator, in core: Core) -> Ending {
        var ending = Ending()
        if let slot = core.slot(decorator.key)?.takeUnretainedValue(), let base = slot.base {
            put(decorator.decorated(base, nil), in: slot, replacing: &ending)
            return ending
        }
        if let parent = core.parentCore, let base = registrationInEffect(for: decorator.key, home: parent, view: parent) {
            // An override makes its own; a child wraps what its parent has.
            put(decorator.decorated(base, core.isOverride ? nil : parent), in: core.makeSlot(decorator.key), replacing: &ending)
            return ending
        }
        core.writable.pendingDecorators.append(decorator)
        return ending
    }
}
