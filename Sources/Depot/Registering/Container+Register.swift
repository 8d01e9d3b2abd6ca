// Four forms take a trailing closure, and no other: see ``Omitted``. `repeat each Argument` and not a first one and the rest: with that, a
// mistake in a closure without arguments is told as one of *generic parameter 'First' could not be inferred*.
extension Container {
    /// Registers a factory closure.
    ///
    /// ```swift
    /// container.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve(), retries: 3) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; each caller gets its own.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; what it resolves becomes known when it first runs.
    public func register<Service>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(TypedRegistration<Service>(draft, lifetime: lifetime.lifetime, make: Make(plain: factory)))
    }

    /// Registers a factory closure whose instances are shared.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; several callers share it, so its type is `Sendable`.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; what it resolves becomes known when it first runs.
    public func register<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(TypedRegistration<Service>(draft, lifetime: lifetime.lifetime, make: Make(plain: factory)))
    }

    /// Registers a factory that takes runtime arguments.
    ///
    /// ```swift
    /// container.register(UserViewModel.self) { (r, id: UserID) in try UserViewModel(id, r.resolve()) }
    /// let user = container.resolve(UserViewModel.self, arguments: UserID(7))
    /// ```
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
    public func register<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, arguments: ArgumentFactory<Service, repeat each Argument>.type,
                make: ArgumentFactory<Service, repeat each Argument>.make(factory)))
    }

    /// Registers a factory that takes runtime arguments and keeps one instance for each value of them.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; several callers share it, so its type is `Sendable`.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance; the arguments' types are part of the key.
    public func register<Service: Sendable, each Argument: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime.lifetime, arguments: ArgumentFactory<Service, repeat each Argument>.type,
                make: ArgumentFactory<Service, repeat each Argument>.make(factory).keyed(
                    by: ArgumentFactory<Service, repeat each Argument>.value)))
    }
}
