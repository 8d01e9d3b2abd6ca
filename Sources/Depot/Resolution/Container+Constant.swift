import Synchronization

/// Instances that stand in for a service, as most mocks do, without the way through generic code, which looks for the type of
/// an optional of the service: that costs as much as the rest.
extension Container {
    /// The registration of the instance that this override, which keeps it, replaces a type by, while nothing is being made: without the lock;
    /// nil where that has to be asked.
    @usableFromInline
    func shownConstant(_ type: any Any.Type) -> Unmanaged<Registration>? {
        guard core.hasConstant(for: type), !core.isObserved, !core.runsAsync, core.isOpenWithBase,
            !core.mayBeOverridden, ThreadState.current.pointee.top == nil
        else { return nil }
        return core.resolvedConstant(type)
    }

    /// The registration of the instance that a replacement has put in effect for a type; nil to use the general path.
    ///
    /// Where the slot was found without the lock and nothing was replaced there, the lock need not be taken.
    @usableFromInline
    func constant(_ type: any Any.Type, _ slot: Unmanaged<Slot>?) -> Registration? {
        if core.isObserved { return nil }
        let mayBeOverridden = core.mayBeOverridden
        if let slot, !mayBeOverridden,
            !slot._withUnsafeGuaranteedRef({ $0.wasReplaced.load(ordering: .relaxed) })
        {
            return nil
        }
        return mayBeOverridden ? effective.core.constantInEffect(type) : core.constantInEffect(type)
    }

    /// The instance of a constant that was found for a type.
    @inlinable
    @inline(__always)
    func value<Service>(of constant: Registration, as type: Service.Type) -> Service {
        // The key holds the type, so a registration found under it makes that type; and the caller asked for a constant.
        unsafeDowncast(constant, to: ConstantRegistration<Service>.self).value
    }
}

extension Core {
    fileprivate func constantInEffect(_ type: any Any.Type) -> Registration? {
        let thread = ThreadState.current
        if thread.pointee.top == nil, !runsAsync { return decide { $0.constant(type, in: self, nil) } }
        let origin = Origin(thread: thread, explicit: nil, in: self)
        return decide { $0.constant(type, in: self, origin.build) }
    }
}
