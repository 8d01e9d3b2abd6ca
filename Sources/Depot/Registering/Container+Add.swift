/// The end of every form of registration.
extension Container {
    /// Puts a registration in, in place of the one that was there.
    @usableFromInline
    func add(_ registration: Registration) {
        let dropped = core.family.decide { $0.add(registration, to: core) }
        Disposables.dispose(dropped.disposables, of: core)
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
    let source: SourceLocation
    /// Wraps a registration of the key.
    let decorated: @Sendable (Registration) -> Registration
}

extension Ledger {
    /// Puts a registration in.
    ///
    /// - Returns: What it replaces, for the caller to let go of outside the lock.
    mutating func add(
        _ registration: Registration, to core: Core
    ) -> (instances: Handful<Instance>, disposables: [Disposables.Entry], registrations: [Registration]) {
        if core.isClosed { return ([], [], [registration]) }
        let slot = core.makeSlot(registration.key)
        if registration.lifetime.scopeKind != nil { core.hasScopedServices = true }
        let old = slot.base
        noteDuplicate(of: slot, registration, in: core)
        let dropped = slot.register(applyPending(to: registration, in: core))
        if slot.wasResolved || core.isCollected(registration.key.typeID) || (old == nil && mayShadow(registration.key, in: core)) {
            advanceEpoch(of: core)
        }
        return (dropped, dropped.flatMap { core.take(disposalOf: $0) }, old.map { [$0] } ?? [])
    }

    private func noteDuplicate(of slot: Slot, _ registration: Registration, in core: Core) {
        guard let assembly = registration.assembly, !registration.traits.contains(.overriding), let base = slot.base,
            let first = base.assembly, first != assembly
        else { return }
        core.writable.duplicates.append(Duplicate(first: base, second: registration))
    }

    /// Whether something may have been resolved from further up that a new registration now stands before.
    private func mayShadow(_ key: Key, in core: Core) -> Bool {
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
