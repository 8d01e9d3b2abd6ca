import Synchronization

extension Container {
    /// The instance that the running task's scope has for a slot, without the lock; nil where that has to be asked.
    ///
    /// 2 c, where the lock's way costs 6 c. The epoch says that the instance is valid.
    @usableFromInline
    func shown(_ slot: Unmanaged<Slot>, from run: Run?) -> Instance? {
        let kind = slot._withUnsafeGuaranteedRef { $0.scopedTo.load(ordering: .relaxed) }
        guard kind != 0 else { return nil }
        let epoch = core.family.epoch.load(ordering: .acquiring)
        // Kept by the task.
        guard mayReadHere(run), let scope = Context.bound.unretained.scope(of: core.family, kind) else { return nil }
        let (instance, isLast) = scope._withUnsafeGuaranteedRef { $0.cells.shownInstance(of: slot) }
        if isLast { releaseLingering(in: scope.takeUnretainedValue()) }
        guard let instance, instance.validEpoch.load(ordering: .acquiring) == epoch else { return nil }
        return instance
    }

    /// Releases what readers were looking at when it was taken out, outside the lock.
    @inline(never)
    private func releaseLingering(in scope: Scope) {
        withExtendedLifetime(
            core.decide { ledger in
                ledger.join(scope)
                return scope.takeLingering()
            }
        ) {}
    }

    /// The service in an instance that was found for its type and is kept meanwhile.
    @inlinable
    @inline(__always)
    func value<Service>(at instance: UnsafeRawPointer, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type.
        Unmanaged<TypedInstance<Service>>.fromOpaque(instance)._withUnsafeGuaranteedRef { $0.value }
    }

    /// The service in an instance that was found for its type.
    @inlinable
    @inline(__always)
    func value<Service>(of instance: Instance, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type.
        unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}
