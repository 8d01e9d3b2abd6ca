extension Container {
    /// Registers a factory closure that runs on the main actor.
    ///
    /// Resolved off the main actor it is ``ResolutionError/requiresMainActor(_:)``; `resolveAsync` goes there.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; each caller gets its own.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance.
    public func register<Service>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor],
                make: Make(plain: { resolver in try MainThread.run { try factory(resolver) } })))
    }

    /// Registers a factory closure that runs on the main actor, which shares its instances.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; the main actor shares it, so its type need not be `Sendable`.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance.
    public func register<Service>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor],
                make: Make(plain: { resolver in try MainThread.run { try factory(resolver) } })))
    }

    /// Registers a factory that runs on the main actor and takes runtime arguments.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; each caller gets its own.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; the arguments' types are part of the key.
    public func register<Service, First, each Rest>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, First, repeat each Rest) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor], arguments: (First, repeat each Rest).self,
                make: ArgumentFactory<Service, First, repeat each Rest>.make(onMainActor: factory)))
    }

    /// Registers a factory that runs on the main actor and keeps one instance for each value of its arguments.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; the main actor shares it, so its type need not be `Sendable`.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; the arguments' types are part of the key.
    public func register<Service, First: Hashable & Sendable, each Rest: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, First, repeat each Rest) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor], arguments: (First, repeat each Rest).self,
                make: ArgumentFactory<Service, First, repeat each Rest>.make(onMainActor: factory).keyed(
                    by: ArgumentFactory<Service, First, repeat each Rest>.value)))
    }
}
