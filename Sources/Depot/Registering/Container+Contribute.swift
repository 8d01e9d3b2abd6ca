// Contributions are registrations that stand side by side: each has a key of its own, told apart by a number.
extension Container {
    /// Adds one of many services of a type, by a factory closure: `resolveAll` and `[Service]` parameters get them all.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        contribute(lifetime.lifetime, layer, file, line, plain: factory)
    }

    /// Adds one of many services of a type, by a factory closure whose instance is shared.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service: Sendable>(
        _ type: Service.Type, _ lifetime: SharedLifetime, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        contribute(lifetime.lifetime, layer, file, line, plain: factory)
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
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        contribute(lifetime.lifetime, layer, file, line, [], declaration, plain: Parameters.factory(factory))
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
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        contribute(lifetime.lifetime, layer, file, line, [], declaration, plain: Parameters.factory(factory))
    }

    /// Adds one of many services of a type, by a main-actor function whose parameters are the dependencies.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service, each Dependent>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        contribute(lifetime.lifetime, layer, file, line, .mainActor, declaration, plain: Parameters.factory(onMainActor: factory))
    }

    /// Adds one of many services of a type, by a main-actor function whose parameters are the dependencies and whose instance the main actor
    /// shares.
    ///
    /// Its type need not be `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service, each Dependent>(
        _ type: Service.Type, _ lifetime: SharedLifetime, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        contribute(lifetime.lifetime, layer, file, line, .mainActor, declaration, plain: Parameters.factory(onMainActor: factory))
    }

    /// Adds one of many services of a type, by a factory closure that runs on the main actor.
    ///
    /// ```swift
    /// container.contribute((any Tab).self, onMainActor: { _ in HomeTab() })
    /// ```
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service>(
        _ type: Service.Type, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service = Omitted.mainActorClosure()
    ) {
        contribute(lifetime.lifetime, layer, file, line, .mainActor) { resolver in try MainThread.run { try factory(resolver) } }
    }

    /// Adds one of many services of a type, by a factory closure that runs on the main actor, which shares the instance.
    ///
    /// Its type need not be `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func contribute<Service>(
        _ type: Service.Type, _ lifetime: SharedLifetime, in layer: Layer? = nil, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service = Omitted.mainActorClosure()
    ) {
        contribute(lifetime.lifetime, layer, file, line, .mainActor) { resolver in try MainThread.run { try factory(resolver) } }
    }

    private func contribute<Service>(
        _ lifetime: Lifetime, _ layer: Layer?, _ file: StaticString, _ line: UInt, _ traits: Traits = [], _ declaration: Declaration? = nil,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(
            TypedRegistration(
                nil, lifetime, traits, layer, SourceLine(file, line), assembly: RegisteringAssembly.current(in: core),
                contribution: core.family.decide { $0.nextContribution() }, declaration: declaration, plain: plain))
    }
}
