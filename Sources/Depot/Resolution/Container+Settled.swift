import Synchronization

/// Singletons and scoped instances that are shown to readers without a lock, and that a factory asks its resolver for: while anything is
/// being made the lock has to be asked, so that they are noted, but nothing else. In one run of `depot-bench` a scoped service that takes a
/// singleton cost 28 c so, and 35 c on the general path.
extension Container {
    /// The instance that readers are shown, noted in the run that asks; nil to use the general path.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - slot: Its slot, where that was found without the lock.
    ///   - build: The run that asks.
    /// - Returns: It; nil where there is none.
    func settled(_ type: any Any.Type, _ slot: Unmanaged<Slot>?, from build: Build) -> Instance? {
        guard !core.isObserved, core.unretainedOverriding == nil, !core.mayBeOverridden else { return nil }
        let isScoped = slot?._withUnsafeGuaranteedRef { $0.scopedTo.load(ordering: .relaxed) } ?? 0 != 0
        let bound = isScoped ? Context.bound : .nothing
        let origin = Origin(thread: ThreadState.current, resolver: build, bound: bound)
        return withExtendedLifetime(bound) { core.decide { $0.settled(type, in: core, origin, isScoped: isScoped) } }
    }
}

extension Ledger {
    /// What ``lookUp(_:for:isTracked:keepsContainer:)`` and a claim come to where nothing has changed since the instance was shown to readers
    /// without a lock.
    fileprivate mutating func settled(_ type: any Any.Type, in core: Core, _ origin: Origin, isScoped: Bool) -> Instance? {
        guard let slot = find(Key(type), home: core, view: core), slot.replacements.isEmpty, let registration = slot.base,
            let instance = isScoped ? shownInstance(of: slot, registration, in: core, origin) : slot.settledInstance,
            instance.validEpoch.load(ordering: .relaxed) == epoch, !isClosed(core, slot)
        else { return nil }
        if !isScoped, instance.registration !== registration { return nil }
        // It belongs to no override, so nobody is to be woken.
        _ = note(instance, from: core, on: origin.build)
        return instance
    }

    /// The instance that readers are shown in the scope in effect, or in the one that was given it.
    private func shownInstance(of slot: Slot, _ registration: Registration, in core: Core, _ origin: Origin) -> Instance? {
        guard let kind = registration.lifetime.scopeKind, let found = try? scope(kind, for: core, origin) else { return nil }
        let scope = slot.wasProvided ? found.provision(of: slot)?.scope ?? found : found
        guard let cell = scope.existingCell(of: slot) else { return nil }
        return cell.instances.first(where: cell.shows)
    }
}
