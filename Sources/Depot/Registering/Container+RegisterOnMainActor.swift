extension Container {
    /// Registers a factory closure that runs on the main actor, with runtime arguments or without.
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
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Makes an instance; the arguments' types are part of the key.
    public func register<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor], arguments: ArgumentFactory<Service, repeat each Argument>.type,
                make: ArgumentFactory<Service, repeat each Argument>.make(onMainActor: factory)))
    }

    /// Registers a factory closure that runs on the main actor, which shares its instances; with runtime arguments, one for each of
    /// their values.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; the main actor shares it, so its type need not be `Sendable`.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Makes an instance; the arguments' types are part of the key.
    public func register<Service, each Argument: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, traits: [.mainActor], arguments: ArgumentFactory<Service, repeat each Argument>.type,
                make: ArgumentFactory<Service, repeat each Argument>.make(onMainActor: factory).keyed(
                    by: ArgumentFactory<Service, repeat each Argument>.value)))
    }
}
