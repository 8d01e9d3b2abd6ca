/// An instance that the container holds.
@usableFromInline
final class TypedInstance<Service>: Instance {  // `value` is immutable; see `Instance` for the rest.
    @usableFromInline let value: Service
    /// Goes after the value, because it stands behind it.
    private let end = InstanceEnd()
    @usableFromInline
    init(_ value: consuming Service, registration: Registration, home: Unmanaged<Core>) {
        self.value = value
        super.init(registration: registration, home: home)
    }

    /// Holds what was handed in.
    @usableFromInline
    convenience init(handedIn value: consuming Service, registration: Registration, home: Unmanaged<Core>) {
        let claim = HandedIn.claim(&value, registration.dynamicType)
        self.init(value, registration: registration, home: home)
        handedIn = claim
    }

    /// Makes a service and the instance that holds it.
    ///
    /// - Returns: The instance, and whether the service may be `Disposable`.
    @inlinable
    @Sendable
    static func made(
        by factory: (Resolver) throws -> Service, _ resolver: Resolver, _ registration: Registration, _ home: Unmanaged<Core>
    ) throws -> (Instance, mayBeDisposable: Bool) {
        let service = try factory(resolver)
        let mayBeDisposable = withUnsafePointer(to: service) { registration.mayBeDisposable(valueAt: $0) }
        return (TypedInstance(consume service, registration: registration, home: home), mayBeDisposable)
    }

    override func copy(for registration: Registration, home: Unmanaged<Core>) -> Instance? {
        let copy = TypedInstance(value, registration: registration, home: home)
        copy.handedIn = handedIn
        return copy
    }

    deinit { beginEnd() }
}

/// Releases what an instance was made from when its value has gone; takes no room.
private struct InstanceEnd: ~Copyable {
    deinit { ThreadState.endRelease() }
}
