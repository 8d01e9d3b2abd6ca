import Synchronization

extension Ledger {
    /// What ``lookUp(_:for:isTracked:keepsContainer:)`` and a claim come to where nothing has changed since the instance was shown to readers
    /// without a lock; or that the service is scoped.
    mutating func settled(_ type: any Any.Type, in core: Core, _ origin: Origin) -> (Instance?, isScoped: Bool) {
        guard let slot = find(Key(type), home: core, view: core) else { return (nil, false) }
        guard let instance = slot.settledInstance, instance.registration === slot.base else {
            return (nil, slot.scopedTo.load(ordering: .relaxed) != 0)
        }
        return (noted(instance, of: slot, in: core, origin), false)
    }

    /// The same of a scoped service, in the scope in effect, or in the one that was given it.
    mutating func settledInScope(_ type: any Any.Type, in core: Core, _ origin: Origin) -> Instance? {
        guard let slot = find(Key(type), home: core, view: core), let kind = slot.base?.lifetime.scopeKind,
            let found = try? scope(kind, for: core, origin)
        else { return nil }
        let scope = slot.wasProvided ? found.provision(of: slot)?.scope ?? found : found
        guard let cell = scope.existingCell(of: slot), let instance = cell.instances.first(where: cell.shows) else { return nil }
        return noted(instance, of: slot, in: core, origin)
    }

    private mutating func noted(_ instance: Instance, of slot: Slot, in core: Core, _ origin: Origin) -> Instance? {
        guard slot.replacements.isEmpty, instance.validEpoch.load(ordering: .relaxed) == epoch, !isClosed(core, slot) else { return nil }
        // It belongs to no override, so nobody is to be woken.
        _ = note(instance, from: core, on: origin.build)
        return instance
    }
}
