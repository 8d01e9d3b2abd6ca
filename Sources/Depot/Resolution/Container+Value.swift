extension Container {
    /// The service in an instance that was found for its type and that this container keeps, until it is read.
    @inlinable
    @inline(__always)
    func value<Service>(at instance: UnsafeRawPointer, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type. Where this is the last that the caller wants of its container,
        // the read itself does not keep that: see `Docs/Decisions/0002-lock-free-reads.md`.
        withExtendedLifetime(self) { Unmanaged<TypedInstance<Service>>.fromOpaque(instance)._withUnsafeGuaranteedRef { $0.value } }
    }

    /// The service in an instance that was found for its type.
    @inlinable
    @inline(__always)
    func value<Service>(of instance: Instance, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type.
        unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}
