extension Container {
    /// Registers a factory closure that runs on the main actor, with runtime arguments or without.
    ///
    /// Resolved off the main actor it is ``ResolutionError/requiresMainActor(_:)``; `resolveAsync` goes there. The arguments' types are
    /// part of the key. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, each Argument>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) {
        let value = lifetime.lifetime.isGraph ? RuntimeArguments<repeat each Argument>.comparedValue : nil
        add(name, lifetime.lifetime, layer, overriding, file, line, .mainActor, make: Make(onMainActor: factory).keyed(by: value))
    }

    /// Registers a factory closure that runs on the main actor, which shares its instances; with runtime arguments, one for each of
    /// their values.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, each Argument: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) {
        let value = RuntimeArguments<repeat each Argument>.value
        add(name, lifetime.lifetime, layer, overriding, file, line, .mainActor, make: Make(onMainActor: factory).keyed(by: value))
    }
}
