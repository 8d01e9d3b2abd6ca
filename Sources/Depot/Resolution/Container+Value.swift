extension Container {
    /// The service in an instance that was found for its type and that this container keeps, until it is read.
    @inlinable
    @inline(__always)
    func value<Service>(at instance: UnsafeRawPointer, as type: Service.Type) -> Service {
        // The key holds the type, so an instance found under it is of that type. An optimized caller may release its container after the last
        // use, and this read is none: it does not name it.
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
