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
/// any other providing it traps with the full diagnosis. A replacement of the service stands before both.
public struct ScopeProvisions: ~Copyable {
    private var list = Handful<Provision>()
    private let kind: ScopeKind
    private let container: Unmanaged<Container>  // The caller of `list(to:of:by:)` keeps it for as long.

    /// Asks what is provided; what cannot be is told of, and left out.
    static func list(to kind: ScopeKind, of container: Container, by providing: (inout ScopeProvisions) -> Void) -> Handful<Provision> {
        var provisions = ScopeProvisions(kind: kind, container: .passUnretained(container))
        providing(&provisions)
        return provisions.list
    }

    /// What is registered that something is provided in the place of.
    ///
    /// Nil where that cannot be provided, of which it tells, or where the container is closed: then a resolve says so.
    @usableFromInline
    func target(_ type: any Any.Type, _ name: Name?, _ file: StaticString, _ line: UInt) -> Provision.Target? {
        container._withUnsafeGuaranteedRef { $0.target(of: Key(type, name: name), in: kind, SourceLine(file, line)) }
    }

    @usableFromInline
    mutating func add(_ instance: Instance, _ file: StaticString, _ line: UInt) { list.put(Provision(instance, SourceLine(file, line))) }

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
        guard let target = target(type, name, file, line) else { return }
        add(TypedInstance(handedIn: instance, registration: target.registration, home: target.home), file, line)
    }

    /// Provides what a factory makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// Parameters as in ``provide(_:name:_:file:line:)``.
    public mutating func provide<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(type, name, file, line, plain: factory)
    }

    /// Provides what a main-actor factory makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in ``provide(_:name:_:file:line:)``; leave `closure` out.
    public mutating func provide<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor factory: @escaping @MainActor @Sendable (Resolver) throws -> Service = Omitted.mainActorClosure()
    ) {
        add(type, name, file, line, .mainActor) { resolver in try MainThread.run { try factory(resolver) } }
    }

    /// Provides what a function of dependencies makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// Parameters as in ``provide(_:name:_:file:line:)``; leave `closure` out.
    public mutating func provide<Service: Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        add(type, name, file, line, [], declaration, plain: Parameters.factory(factory))
    }

    /// Provides what a main-actor function of dependencies makes when it is first resolved in the scope; it is disposed with the scope.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in ``provide(_:name:_:file:line:)``; leave `closure` out.
    public mutating func provide<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let declaration = Declaration(dependencies: Parameters<repeat each Dependent>.dependencies)
        add(type, name, file, line, .mainActor, declaration, plain: Parameters.factory(onMainActor: factory))
    }

    private mutating func add<Service>(
        _ type: Service.Type, _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits = [], _ declaration: Declaration? = nil,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        guard target(type, name, file, line) != nil else { return }
        let source = SourceLine(file, line)
        let provision = Provision(Key(type, name: name), source) { target in
            ProvidedRegistration(inPlaceOf: target, source, traits: traits, declaration: declaration, plain: plain)
        }
        list.put(provision)
    }
}

extension Handful<Provision> {
    /// Puts one behind the others; of two for one key the last counts.
    @inline(never)
    mutating func put(_ provision: consuming Provision) {
        if let known = first(where: { $0.key == provision.key }) { remove(known) }
        append(provision)
    }
}
