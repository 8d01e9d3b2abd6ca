import Synchronization

/// Settled singletons that a factory asks its resolver for: while anything is being made the lock has to be asked, so that they are noted, but
/// nothing else. In one run of `depot-bench` a scoped service that takes one cost 28 c so, and 35 c on the general path.
extension Container {
    /// The instance of a settled singleton, noted in the run that asks; nil to use the general path.
    func settled(_ type: any Any.Type, from build: Build) -> Instance? {
        guard !core.isObserved, core.unretainedOverriding == nil, !core.mayBeOverridden else { return nil }
        let origin = Origin(thread: ThreadState.current, resolver: build)
        return core.decide { $0.settled(type, in: core, origin) }
    }
}

extension Ledger {
    /// What ``lookUp(_:in:origin:isTracked:)`` and a claim come to where nothing has changed since the instance was shown to readers without a lock.
    fileprivate mutating func settled(_ type: any Any.Type, in core: Core, _ origin: Origin) -> Instance? {
        guard let slot = find(Key(type), home: core, view: core), slot.replacements.isEmpty, let instance = slot.settledInstance,
            instance.registration === slot.base, instance.validEpoch.load(ordering: .relaxed) == epoch, !isClosed(core, slot)
        else { return nil }
        // It belongs to no override, so nobody is to be woken.
        _ = note(instance, from: core, on: origin.build)
        return instance
    }
}
