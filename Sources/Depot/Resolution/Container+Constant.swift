/// Instances that stand in for a service, as most mocks do, without the way through generic code, which looks for the type of
/// an optional of the service: that costs as much as the rest.
extension Container {
    /// The registration of the instance that a replacement has put in effect for a type.
    ///
    /// - Parameter type: The service.
    /// - Returns: It, or nil where the long way has to be gone.
    @usableFromInline
    func constant(_ type: any Any.Type) -> Registration? {
        guard !core.family.isObserved else { return nil }
        let view = effective.core
        let origin = Origin(thread: ThreadState.current, explicit: nil, family: core.family)
        let (registration, woken) = core.family.decide { $0.constant(Key(type), in: view, origin) }
        for waiter in woken { waiter.wake() }
        return registration
    }

    /// Hands out the instance.
    @inlinable
    @inline(__always)
    func call<Service>(constant: Registration, as type: Service.Type) throws(ResolutionError) -> Service {
        do {
            // The key holds the type, so a registration found under it makes that type.
            return try unsafeDowncast(constant, to: TypedRegistration<Service>.self).plain(Resolver(container: self, build: nil))
        } catch {
            throw fail(constant: constant, error)
        }
    }

    @usableFromInline
    @inline(never)
    func fail(constant: Registration, _ error: any Error) -> ResolutionError { factoryFailed(constant, [], error) }
}

extension Ledger {
    /// What ``lookUp(_:in:origin:isTracked:)`` does where it finds a constant.
    fileprivate mutating func constant(_ key: Key, in view: Core, _ origin: Origin) -> (Registration?, woken: [Waiter]) {
        guard let slot = find(key, home: view, view: view), let registration = slot.current, registration.isConstant,
            !isClosed(view, slot)
        else { return (nil, []) }
        return (registration, note(slot, registration, on: origin.build))
    }
}
