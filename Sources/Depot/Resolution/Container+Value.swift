extension Container {
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
