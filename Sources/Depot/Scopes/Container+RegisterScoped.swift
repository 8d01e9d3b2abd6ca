// The short spellings of `register(_:_:in:_:)` with the lifetime `.scoped(kind)`.
extension Container {
    /// Registers a service of which each scope of a kind has one instance.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerScoped<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping @Sendable () throws -> Service
    ) {
        register(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line) { _ in try factory() }
    }

    /// Registers a service of which each scope of a kind has one instance, made from others.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerScoped<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        register(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line, factory)
    }

    /// Registers a service of the main actor of which each scope of a kind has one instance.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerScoped<Service, each Argument: Hashable & Sendable>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service = Omitted.mainActorClosure()
    ) {
        register(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line, onMainActor: factory)
    }

    /// Registers a service of which each scope of a kind has one instance, by a function whose parameters are the dependencies.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerScoped<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        register(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line, using: factory)
    }

    /// Registers a service of which each scope of a kind has one instance, by a main-actor function whose parameters are the dependencies.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerScoped<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        register(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line, using: factory)
    }

    /// Registers a service of which each scope of a kind has one instance, made asynchronously.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerAsyncScoped<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping @Sendable () async throws -> Service
    ) {
        registerAsync(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line) { _ in
            try await factory()
        }
    }

    /// Registers a service of which each scope of a kind has one instance, made asynchronously from others.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`, with `scope` for the lifetime.
    public func registerAsyncScoped<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, scope: ScopeKind, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, _ factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        registerAsync(type, name: name, .scoped(scope), in: layer, overriding: overriding, file: file, line: line, factory)
    }
}
