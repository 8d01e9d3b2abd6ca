// Contributions are registrations that stand side by side: each has a key of its own, told apart by a number.
extension Container {
    /// Adds one of many services of a type, by a factory closure: `resolveAll` and `[Service]` parameters get them all.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        contribute(type, lifetime.lifetime, layer, [], file, line, nil, Make(plain: factory))
    }

    /// Adds one of many services of a type, by a factory closure whose instance is shared.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service: Sendable>(
        _ type: Service.Type, _ lifetime: SharedLifetime, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        contribute(type, lifetime.lifetime, layer, [], file, line, nil, Make(plain: factory))
    }

    /// Adds one of many services of a type, by a function whose parameters are the dependencies.
    ///
    /// ```swift
    /// container.contribute((any Plugin).self, using: SharePlugin.init)
    /// ```
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service, each Dependent>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        contribute(
            type, lifetime.lifetime, layer, [], file, line, Parameters<repeat each Dependent>.dependencies,
            Make(plain: Parameters<repeat each Dependent>.factory(factory)))
    }

    /// Adds one of many services of a type, by a function whose parameters are the dependencies and whose instance is
    /// shared.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service: Sendable, each Dependent>(
        _ type: Service.Type, _ lifetime: SharedLifetime, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        contribute(
            type, lifetime.lifetime, layer, [], file, line, Parameters<repeat each Dependent>.dependencies,
            Make(plain: Parameters<repeat each Dependent>.factory(factory)))
    }

    /// Adds one of many services of a type, by a main-actor function whose parameters are the dependencies.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service, each Dependent>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let make = Make(plain: Parameters<repeat each Dependent>.factory(onMainActor: factory))
        contribute(
            type, lifetime.lifetime, layer, [.mainActor], file, line, Parameters<repeat each Dependent>.dependencies, make)
    }

    private func contribute<Service>(
        _ type: Service.Type, _ lifetime: Lifetime, _ layer: Layer?, _ traits: Traits, _ file: StaticString, _ line: UInt,
        _ dependencies: (@Sendable () -> [Dependency])?, _ make: Make<Service>
    ) {
        let number = core.family.decide { $0.nextContribution() }
        add(nil, lifetime, layer, false, file, line, traits, contribution: number, dependencies: dependencies, make: make)
    }
}
