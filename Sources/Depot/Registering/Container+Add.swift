/// The end of every form of registration.
extension Container {
    /// Puts a registration in, in place of the one that was there.
    @usableFromInline
    func add(_ registration: Registration) {
        if registration.lifetime.isWeak, registration.dynamicType.isNeverObject { registration.refuseWeak() }
        Disposables.dispose(core.decide { $0.add(registration, to: core) }.release(), of: core)
        core.family.emit(.registered(ContainerEvent.Service(registration)))
    }
}

/// Two assemblies that register one key.
struct Duplicate: Sendable {
    let first: Registration
    let second: Registration
}

/// A decorator that was put in before there was anything to decorate.
struct PendingDecorator: Sendable {
    let key: Key
    let source: SourceLine
    /// Wraps a registration of the key.
    let decorated: @Sendable (Registration) -> Registration
}

extension Ledger {
    /// Puts a registration in.
    ///
    /// - Returns: What it replaces, to be released outside the lock.
    mutating func add(_ registration: Registration, to core: Core) -> Ending {
        var ending = Ending()
        if core.isClosed { return ending }
        let slot = core.makeSlot(registration.key)
        noteDuplicate(of: slot, registration, in: core)
        put(applyPending(to: registration, in: core), in: slot, replacing: &ending)
        return ending
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
            let first = base.assembly, first != assembly
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
        guard let annex = core.readable, annex.hasPendingDecorators, annex.pendingDecorators.contains(where: { $0.key == registration.key })
        else {
            return registration
        }
        var decorated = registration
        for pending in annex.pendingDecorators where pending.key == registration.key { decorated = pending.decorated(decorated) }
        annex.pendingDecorators.removeAll { $0.key == registration.key }
        return decorated
    }
}
