// Four forms take a trailing closure, and no other: see ``Omitted``. `repeat each Argument` and not a first one and the rest: with that, a
// mistake in a closure without arguments is told as one of *generic parameter 'First' could not be inferred*.
extension Container {
    /// Registers a factory closure.
    ///
    /// ```swift
    /// container.register((any LoginUseCase).self) { r in try DefaultLoginUseCase(r.resolve(), retries: 3) }
    /// ```
    ///
    /// What the factory resolves becomes known when it first runs. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, plain: factory)
    }

    /// Registers a factory closure whose instances are shared.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, plain: factory)
    }

    /// Registers a factory that takes runtime arguments.
    ///
    /// ```swift
    /// container.register(UserViewModel.self) { (r, id: UserID) in try UserViewModel(id, r.resolve()) }
    /// let user = container.resolve(UserViewModel.self, arguments: UserID(7))
    /// ```
    ///
    /// The arguments' types are part of the key. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        let value = lifetime.lifetime.isGraph ? RuntimeArguments<repeat each Argument>.comparedValue : nil
        add(name, lifetime.lifetime, layer, overriding, file, line, make: Make(taking: factory).keyed(by: value))
    }

    /// Registers a factory that takes runtime arguments and keeps one instance for each value of them.
    ///
    /// Callers share an instance, so its type is `Sendable`. The arguments' types are part of the key. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service: Sendable, each Argument: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        let value = RuntimeArguments<repeat each Argument>.value
        add(name, lifetime.lifetime, layer, overriding, file, line, make: Make(taking: factory).keyed(by: value))
    }
}
