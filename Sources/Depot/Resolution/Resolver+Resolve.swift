extension Resolver {
    /// The container to resolve from: an instance that was made while an override was in effect, but turned out to be of a wider
    /// override or everyone's, resolves as what it belongs to does.
    @usableFromInline var lasting: Container { container.core.isOverride ? ownerOfOverridden : container }

    /// Not inlined: a resolver of an override only.
    @inline(never)
    private var ownerOfOverridden: Container {
        guard let build = build?.nearestShared else { return container }
        let owner = container.core.family.decide { _ -> Container? in
            guard build.isFinished, let home = build.homeCore?.takeUnretainedValue() else { return nil }
            guard let override = build.touched else { return home.inner() }
            if (override.original ?? override).isClosed { return nil }
            return override.projected(onto: home.overridden).inner()
        }
        return owner ?? container
    }

    /// Resolves a service.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    @inlinable
    public func resolve<Service>(_ type: Service.Type = Service.self, name: Name? = nil) throws(ResolutionError) -> Service {
        if name == nil, let slot = container.readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0) {
            // The key holds the type, so what is published under it is of that type.
            if let instance = container.settled(slot, from: build) { return container.value(at: instance, as: type) }
            if let registration = container.published(slot) {
                return try container.call(registration, as: type, from: build)
            }
        }
        return try lasting.resolved(type, name: name, from: build)
    }

    /// Resolves a service from runtime arguments.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    ///   - first: The first argument. The types of the arguments are part of the key.
    ///   - second: The second argument.
    ///   - rest: The other arguments.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    public func resolve<Service, First, Second, each Rest>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) throws(ResolutionError) -> Service {
        let key = Key(type, name: name, arguments: (First, Second, repeat each Rest).self)
        var arguments = (first, second, repeat each rest)
        return try withUnsafePointer(to: &arguments) { (pointer) throws(ResolutionError) in
            try lasting.resolved(key, as: type, arguments: UnsafeRawPointer(pointer), from: build)
        }
    }

    /// Resolves a service from one runtime argument.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    ///   - argument: The argument. Its type is part of the key.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    @inlinable
    public func resolve<Service, Argument>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments argument: Argument
    ) throws(ResolutionError) -> Service {
        try withUnsafePointer(to: argument) { (pointer) throws(ResolutionError) in
            let id = UInt(bitPattern: ObjectIdentifier(type))
            if name == nil, let slot = container.readableSlot(id, UInt(bitPattern: ObjectIdentifier(Argument.self))),
                let registration = container.published(slot)
            {
                return try container.call(registration, as: type, argument: Argument.self, pointer, from: build)
            }
            return try lasting.resolved(type, name: name, argument: Argument.self, pointer, from: build)
        }
    }

    /// Resolves a service, or gives nil where it is not registered; other failures still surface.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance, or nil.
    /// - Throws: ``ResolutionError``, but not for a missing registration of the service itself.
    public func resolveIfRegistered<Service>(
        _ type: Service.Type = Service.self, name: Name? = nil
    ) throws(ResolutionError) -> Service? {
        try lasting.resolvedIfRegistered(Key(type, name: name), as: type, from: build)
    }

    /// Resolves all that is registered for a type, in registration order, a parent's first.
    ///
    /// - Parameter type: The service; inferred from the context where it is left out.
    /// - Returns: The instances; none where nothing is registered.
    /// - Throws: ``ResolutionError``.
    public func resolveAll<Service>(_ type: Service.Type = Service.self) throws(ResolutionError) -> [Service] {
        try lasting.resolvedAll(type, from: build)
    }

    /// Resolves a service, waiting for async factories and going to the main actor as needed.
    ///
    /// - Parameters:
    ///   - type: The service; inferred from the context where it is left out.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``, or `CancellationError` when the task is cancelled while it waits.
    public func resolveAsync<Service>(_ type: Service.Type = Service.self, name: Name? = nil) async throws -> Service {
        return try await lasting.resolvedAsync(Key(type, name: name), as: type, from: build)
    }

    /// Whether a service is registered.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    /// - Returns: Whether a resolve would find it.
    public func isRegistered<Service>(_ type: Service.Type, name: Name? = nil) -> Bool {
        lasting.isRegistered(Key(type, name: name), from: build)
    }
}
