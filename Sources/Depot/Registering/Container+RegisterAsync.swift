// An `@isolated(any)` function is every async function but a `nonisolated(nonsending)` one, which is what a module with
// `NonisolatedNonsendingByDefault` has; that one converts to `@concurrent`. A parameter that is itself
// `nonisolated(nonsending)` over a pack crashes the 6.3.1 compiler when it is given an initializer reference (in
// `FunctionInputGenerator::projectPackComponent`).
extension Container {
    /// Registers an async factory closure.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func registerAsync<Service>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(async: factory))
    }

    /// Registers an async factory closure whose instances are shared.
    ///
    /// A singleton is made once however many tasks await it; once it exists it resolves synchronously. The factory runs in a task of its
    /// own that inherits the first caller's task-local values. Callers share an instance, so its type is `Sendable`. Parameters as
    /// in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func registerAsync<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(async: factory))
    }

    /// Registers an async function whose parameters are the dependencies.
    ///
    /// Async dependencies are awaited. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func registerAsync<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) async throws -> Service = Omitted.asyncClosure,
        using factory: @escaping @isolated(any) @Sendable (repeat each Dependent) async throws -> Service = Omitted.asyncFunction()
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(usingAsync: factory))
    }

    /// Registers an async function whose parameters are the dependencies and whose instances are shared.
    ///
    /// A singleton is made once however many tasks await it; once it exists it resolves synchronously. Callers share an instance,
    /// so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func registerAsync<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) async throws -> Service = Omitted.asyncClosure,
        using factory: @escaping @isolated(any) @Sendable (repeat each Dependent) async throws -> Service = Omitted.asyncFunction()
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(usingAsync: factory))
    }

    /// Registers an async function of a module with `NonisolatedNonsendingByDefault`.
    ///
    /// Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    @_disfavoredOverload
    public func registerAsync<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) async throws -> Service = Omitted.asyncClosure,
        using factory: @escaping @concurrent @Sendable (repeat each Dependent) async throws -> Service = Omitted.concurrentFunction()
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(usingConcurrent: factory))
    }

    /// Registers an async function of a module with `NonisolatedNonsendingByDefault`, whose instances are shared.
    ///
    /// A singleton is made once however many tasks await it; once it exists it resolves synchronously. Callers share an instance,
    /// so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    @_disfavoredOverload
    public func registerAsync<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) async throws -> Service = Omitted.asyncClosure,
        using factory: @escaping @concurrent @Sendable (repeat each Dependent) async throws -> Service = Omitted.concurrentFunction()
    ) {
        add(name, lifetime.lifetime, layer, overriding, file, line, .async, make: Make(usingConcurrent: factory))
    }
}
