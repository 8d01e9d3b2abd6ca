extension Resolver {
    /// The container to resolve from now: its own, as the overrides in effect have it.
    var lasting: Container {
        let own = own
        return own.core.hasNoMatters ? own : underOverridesBelow(own)
    }

    /// The container that it resolves for: an instance that was made while an override was in effect, but turned out to be of a wider
    /// override or everyone's, resolves as what it belongs to does.
    var own: Container { container.core.isOverride ? ownerOfOverridden : container }

    /// What a shared service asks for once it is made: the override of a child gives the service as it is, and is in effect for it all the same.
    ///
    /// What is being made for it meanwhile asks as the one does that has asked for that: a handle, under those overrides, or a property, which
    /// asks the container in effect.
    ///
    /// Not inlined: while an override is open, or the like, only.
    @inline(never)
    private func underOverridesBelow(_ own: Container) -> Container {
        guard let build, build.isFinished, let keeper = build.keeper, keeper.isFinished else { return own }
        return own.underOverridesBelow(askedBy: Origin(thread: ThreadState.current, explicit: nil).recorded)
    }

    /// Not inlined: a resolver of an override only.
    @inline(never)
    private var ownerOfOverridden: Container {
        guard let build = build?.nearestShared else { return container }
        let owner = container.core.family.decide { _ -> Container? in
            guard build.isFinished else { return nil }
            // What a child's decorator wraps, or an override's, resolves further up than what it is part of lives.
            let place = container.core.overridden
            guard let override = build.touched else { return place.inner() }
            if override.opened.isClosed { return nil }
            return override.projected(onto: place).inner()
        }
        return owner ?? container
    }

    /// Resolves a service.
    ///
    /// Parameters as in ``Container/resolve(_:name:file:line:)``.
    public func resolve<Service>(_ type: Service.Type = Service.self, name: Name? = nil) throws(ResolutionError) -> Service {
        switch source {
        case .container(let container): return try container.resolved(type, name, by: self, isParameter: false)
        default: return try resolvedOtherwise(type, name: name)
        }
    }

    /// Resolves what readers without a lock cannot answer.
    @inline(never)
    func resolvedOtherwise<Service>(_ type: Service.Type, name: Name?) throws(ResolutionError) -> Service {
        guard case .unseen(let run) = source, let asked = run.askedHere else { return try resolvedAsBuild(type, name: name) }
        do {
            // Not counted: threads that all count one container wait for each other.
            return try asked._withUnsafeGuaranteedRef { try $0.resolved(type, name, unseenBy: self) }
        } catch {
            // `_withUnsafeGuaranteedRef` does not say what it throws, which is what its closure does.
            throw error as! ResolutionError
        }
    }

    /// Resolves a service for a run that others can find.
    func resolvedAsBuild<Service>(_ type: Service.Type, name: Name?) throws(ResolutionError) -> Service {
        let resolver = materialized
        return try resolver.lasting.resolved(type, name: name, from: resolver.build)
    }

    /// Resolves a service from runtime arguments.
    ///
    /// Parameters as in ``Container/resolve(_:name:arguments:_:_:file:line:types:)``.
    public func resolve<Service, First, Second, each Rest>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments first: First, _ second: Second, _ rest: repeat each Rest,
        types: (First, Second).Type = (First, Second).self
    ) throws(ResolutionError) -> Service {
        let key = Key(type, name: name, arguments: (First, Second, repeat each Rest).self)
        var arguments = (first, second, repeat each rest)
        return try withUnsafePointer(to: &arguments) { (pointer) throws(ResolutionError) in
            let resolver = materialized
            return try resolver.lasting.resolved(key, as: type, arguments: UnsafeRawPointer(pointer), from: resolver.build)
        }
    }

    /// Resolves a service from one runtime argument.
    ///
    /// Parameters as in ``Container/resolve(_:name:arguments:file:line:types:)``.
    @inlinable
    public func resolve<Service, Argument>(
        _ type: Service.Type = Service.self, name: Name? = nil, arguments argument: Argument,
        types: Argument.Type = Argument.self
    ) throws(ResolutionError) -> Service {
        try withUnsafePointer(to: argument) { (pointer) throws(ResolutionError) in
            switch source {
            case .container(let container) where name == nil:
                return try container.resolved(type, argument: Argument.self, pointer, by: self)
            default: return try resolvedOtherwise(type, name: name, argument: Argument.self, pointer)
            }
        }
    }

    /// The same from an argument.
    @usableFromInline
    @inline(never)
    func resolvedOtherwise<Service>(
        _ type: Service.Type, name: Name?, argument: any Any.Type, _ pointer: UnsafeRawPointer
    ) throws(ResolutionError) -> Service {
        let resolver = materialized
        return try resolver.lasting.resolved(type, name: name, argument: argument, pointer, from: resolver.build)
    }

    /// Resolves a service, or gives nil where it is not registered itself; other failures still surface.
    ///
    /// Parameters as in ``Container/resolve(_:name:file:line:)``.
    public func resolveIfRegistered<Service>(
        _ type: Service.Type = Service.self, name: Name? = nil
    ) throws(ResolutionError) -> Service? {
        let resolver = materialized
        return try resolver.lasting.resolvedIfRegistered(Key(type, name: name), as: type, from: resolver.build)
    }

    /// Resolves all that is registered for a type, in registration order, a parent's first; none where nothing is.
    public func resolveAll<Service>(_ type: Service.Type = Service.self) throws(ResolutionError) -> [Service] {
        let resolver = materialized
        return try resolver.lasting.resolvedAll(type, from: resolver.build)
    }

    /// Resolves a service, waiting for async factories and going to the main actor as needed.
    ///
    /// Throws ``ResolutionError``, or `CancellationError` when the task is cancelled while it waits. Parameters as in
    /// ``Container/resolve(_:name:file:line:)``.
    public func resolveAsync<Service>(_ type: Service.Type = Service.self, name: Name? = nil) async throws -> Service {
        let resolver = materialized
        return try await resolver.lasting.resolvedAsync(Key(type, name: name), as: type, from: resolver.build)
    }

    /// Whether a service is registered, where a resolve would find it.
    public func isRegistered<Service>(_ type: Service.Type, name: Name? = nil) -> Bool {
        isRegistered(Key(type, name: name))
    }

    func isRegistered(_ key: Key) -> Bool {
        let resolver = materialized
        return resolver.lasting.isRegistered(key, from: resolver.build)
    }
}

// What a resolver of a container asks first; functions of the container, so that this is not counted.
extension Container {
    @inline(__always)
    func resolved<Service>(
        _ type: Service.Type, _ name: Name?, by resolver: Resolver, isParameter: Bool
    ) throws(ResolutionError) -> Service {
        if let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), named: name) {
            // The key holds the type, so what is published under it is of that type.
            if let instance = settled(slot, from: nil) { return value(at: instance, as: type) }
            if let registration = published(slot) { return try call(registration, as: type, name, by: resolver) }
        }
        return isParameter ? try resolver.wrapped(type) : try resolver.resolvedOtherwise(type, name: name)
    }

    @inlinable
    @inline(__always)
    func resolved<Service>(
        _ type: Service.Type, argument: any Any.Type, _ pointer: UnsafeRawPointer, by resolver: Resolver
    ) throws(ResolutionError) -> Service {
        if let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), UInt(bitPattern: ObjectIdentifier(argument))),
            let registration = published(slot)
        {
            return try call(registration, as: type, argument: argument, pointer, by: resolver)
        }
        return try resolver.resolvedOtherwise(type, name: nil, argument: argument, pointer)
    }
}
