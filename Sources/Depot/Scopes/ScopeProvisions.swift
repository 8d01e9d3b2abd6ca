/// What a scope is given when it is opened.
///
/// ```swift
/// ScopeContext.shared.setCurrent(.screen, id: "Detail-7", providing: { scope in
///     scope.provide(ItemID.self, ItemID(7))
///     if user.isAdmin { scope.provide((any Panel).self, using: AdminPanel.init) }
/// })
/// ```
///
/// What is provided stands before the registration of its type in that scope and in those inside it, and nowhere else. The service has to
/// be expected there, by ``Container/expect(_:name:in:layer:overriding:file:line:)``, or registered with the lifetime `.scoped(kind)`; for
/// any other the opening of the scope traps with the full diagnosis. A replacement of the service stands before both.
public struct ScopeProvisions {
    private(set) var list: [Provision] = []

    @usableFromInline
    mutating func add(_ provision: Provision) {
        // The last counts.
        if !list.isEmpty { list.removeAll { $0.key == provision.key } }
        list.append(provision)
    }

    @usableFromInline
    mutating func add(_ type: any Any.Type, _ name: Name?, _ file: StaticString, _ line: UInt, instance: @escaping Provision.InstanceOf) {
        add(Provision(Key(type, name: name), SourceLine(file, line), instance: instance))
    }

    /// Asks what is provided.
    init(by providing: (inout ScopeProvisions) -> Void) {
        providing(&self)
    }

    /// Where nothing is given.
    @usableFromInline
    static func none(_: inout ScopeProvisions) {}
}

extension ScopeProvisions {
    /// Provides an instance that exists.
    ///
    /// It stays the app's own: it is not disposed.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - instance: What every resolve in the scope gives.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    @inlinable
    public mutating func provide<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, _ instance: Service, file: StaticString = #fileID, line: UInt = #line
    ) {
        add(type, name, file, line) { registration, home in TypedInstance(instance, registration: registration, home: home) }
    }

    /// Provides what a factory makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - factory: Makes an instance.
    public mutating func provide<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(Provision(Key(type, name: name), SourceLine(file, line), Make(plain: factory)))
    }

    /// Provides what a main-actor factory makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// - Parameters:
    ///   - type: The service; the main actor shares it, so it need not be `Sendable`.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Makes an instance, on the main actor.
    public mutating func provide<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service = Omitted.mainActorClosure()
    ) {
        let make = Make<Service>(plain: { resolver in try MainThread.run { try factory(resolver) } })
        add(Provision(Key(type, name: name), SourceLine(file, line), make, .mainActor))
    }

    /// Provides what a function of dependencies makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Any function of dependencies.
    public mutating func provide<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        let make = Make(plain: Parameters<repeat each Dependent>.factory(factory))
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        add(Provision(Key(type, name: name), SourceLine(file, line), make, [], declaration))
    }

    /// Provides what a main-actor function of dependencies makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// - Parameters:
    ///   - type: The service; the main actor shares it, so it need not be `Sendable`.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - closure: Leave it out; it keeps a trailing closure from being tried against this form.
    ///   - factory: Any main-actor function of dependencies.
    public mutating func provide<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let make = Make(plain: Parameters<repeat each Dependent>.factory(onMainActor: factory))
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        add(Provision(Key(type, name: name), SourceLine(file, line), make, .mainActor, declaration))
    }
}
