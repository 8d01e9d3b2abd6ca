// Each form exists once for nonisolated and once for main-actor functions. What tells them apart is ``Omitted``.
extension Container {
    /// Registers a function whose parameters are the dependencies, an initializer for example.
    ///
    /// The container then knows every dependency by type, before anything is built.
    ///
    /// ```swift
    /// container.register((any LoginUseCase).self, in: .useCase, using: DefaultLoginUseCase.init)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol: `(any LoginUseCase).self`.
    ///   - name: Tells registrations of one type apart.
    ///   - lifetime: How long an instance lives; with a ``UniqueLifetime`` each caller gets its own.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Any function of dependencies. A parameter may also be an `Optional`, an array, a `Lazy`, a `Provider`, a `Factory` or a
    ///     ``Resolver``; and an `Optional` of those, which is nil while what a `Lazy`, `Provider` or `Factory` asks for is
    ///     not registered.
    @inlinable
    public func register<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        add(
            TypedRegistration<Service>(
                in: self, name, lifetime, layer, overriding: overriding, onMainActor: false, file, line,
                dependencies: Parameters<repeat each Dependent>.dependencies,
                plain: Parameters<repeat each Dependent>.factory(factory)))
    }

    /// Registers a function whose parameters are the dependencies and whose instances are shared.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    @inlinable
    public func register<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        add(
            TypedRegistration<Service>(
                in: self, name, lifetime, layer, overriding: overriding, onMainActor: false, file, line,
                dependencies: Parameters<repeat each Dependent>.dependencies,
                plain: Parameters<repeat each Dependent>.factory(factory),
                instance: TypedInstance<Service>.made, takesNothing: Parameters<repeat each Dependent>.isEmpty))
    }

    /// Registers a main-actor function whose parameters are the dependencies.
    ///
    /// Resolved off the main actor it is ``ResolutionError/requiresMainActor(_:)``; `resolveAsync` goes there. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    @inlinable
    public func register<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        add(
            TypedRegistration<Service>(
                in: self, name, lifetime, layer, overriding: overriding, onMainActor: true, file, line,
                dependencies: Parameters<repeat each Dependent>.dependencies,
                plain: Parameters<repeat each Dependent>.factory(onMainActor: factory)))
    }

    /// Registers a main-actor function whose parameters are the dependencies and whose instances the main actor shares.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    @inlinable
    public func register<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        add(
            TypedRegistration<Service>(
                in: self, name, lifetime, layer, overriding: overriding, onMainActor: true, file, line,
                dependencies: Parameters<repeat each Dependent>.dependencies,
                plain: Parameters<repeat each Dependent>.factory(onMainActor: factory),
                instance: TypedInstance<Service>.made, takesNothing: Parameters<repeat each Dependent>.isEmpty))
    }
}
