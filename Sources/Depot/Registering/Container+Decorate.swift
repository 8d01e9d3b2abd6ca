extension Container {
    /// Wraps what is registered for a type, whatever its lifetime; several decorators wrap in the order they were added.
    ///
    /// The decorated instance takes the place of the plain one: a decorated singleton is decorated once. Each registration of the type and
    /// the name is wrapped, with arguments or without. A decorator that comes before its target waits for it, so the order of assemblies does
    /// not matter, but for one that registers the service again, which ends its decorators; if its target is never registered, `validate()`
    /// reports that. A replacement is not wrapped, nor is what a scope is given, unless a child wraps what its parent has: a decorator of
    /// what is only expected has nothing to wrap, which `validate()` reports, too. What is contributed is not wrapped.
    ///
    /// A child wraps what its parent has: the parent's instance, with the lifetime that the parent registers, also where it registers the
    /// service later or again. Whether it has to be awaited is what it was when the child decorated it: where the parent's service is replaced
    /// by an async one after that, await it in the parent first, or the child's fails with `requiresAsync`. In an override of the parent that
    /// registers another lifetime, the child's keeps its own. An override wraps what it finds, to its end.
    ///
    /// ```swift
    /// container.decorate((any NetworkManager).self) { base, r in LoggingNetwork(base) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service to wrap.
    ///   - name: The registration's name, if it has one.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - decorator: Makes the wrapping instance from the plain one.
    public func decorate<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ decorator: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        decorate(name, file, line, by: decorator)
    }

    /// Wraps what is registered for a type by a function one of whose parameters is what is wrapped; the others are dependencies.
    ///
    /// The parameter of the service's own type is what is wrapped; a function with none or two of that type stops the process at once.
    /// Where the service is awaited, so are the dependencies.
    /// Parameters as in ``decorate(_:name:file:line:_:)``; leave `closure` out.
    ///
    /// ```swift
    /// container.decorate((any NetworkManager).self, using: LoggingNetwork.init)
    /// ```
    public func decorate<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using decorator: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        let parameters = GivenParameters<repeat each Dependent>(wrapping: type, file, line)
        decorate(
            name, file, line, dependencies: parameters.dependencies, awaiting: parameters.awaiting(decorator),
            by: parameters.wrapping(parameters.factory(decorator)))
    }

    /// Wraps what is registered for a type by a main-actor function of what is wrapped and of dependencies.
    ///
    /// What is wrapped is then made on the main actor, too. Parameters as in ``decorate(_:name:file:line:_:)``; leave `closure` out.
    public func decorate<Service, each Dependent>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using decorator: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        let parameters = GivenParameters<repeat each Dependent>(wrapping: type, file, line)
        decorate(
            name, file, line, .mainActor, dependencies: parameters.dependencies, awaiting: parameters.awaiting(onMainActor: decorator),
            by: parameters.wrapping(parameters.factory(onMainActor: decorator)))
    }

    /// Wraps what is registered for a type by a closure that runs on the main actor.
    ///
    /// ```swift
    /// container.decorate((any Router).self, onMainActor: { base, r in LoggingRouter(base) })
    /// ```
    ///
    /// What is wrapped is then made on the main actor, too. Parameters as in ``decorate(_:name:file:line:_:)``; leave `closure` out.
    public func decorate<Service>(
        _ type: Service.Type, name: Name? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        onMainActor decorator: @escaping @MainActor @Sendable (Service, Resolver) throws -> Service = Omitted.mainActorFunction()
    ) {
        let awaiting: @Sendable (Service, Resolver) async throws -> Service = { base, resolver in
            let base = UncheckedSendable(base)
            return try await MainActor.run { UncheckedSendable(try decorator(base.value, resolver)) }.value
        }
        decorate(name, file, line, .mainActor, awaiting: awaiting) { base, resolver in
            // The main-actor closure is called before this returns.
            nonisolated(unsafe) let base = base
            return try MainThread.run { try decorator(base, resolver) }
        }
    }

    private func decorate<Service>(
        _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits = [], dependencies: (@Sendable () -> [Dependency])? = nil,
        awaiting: (@Sendable (Service, Resolver) async throws -> Service)? = nil,
        by decorator: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        let source = SourceLine(file, line)
        let wrapper = Decoration<Service>.Wrapper(wrap: decorator, source: source, awaiting: awaiting, dependencies: dependencies)
        let decorator = Decorator(key: Key(Service.self, name: name), source: source) { registration, origin in
            // A decorator is only applied to registrations of its type, which make this type.
            let registration = unsafeDowncast(registration, to: TypedRegistration<Service>.self)
            let base =
                switch origin {
                case .here: registration
                case .parent(let parent, let registered): registration.forwarded(from: parent, registered: registered)
                case .above(let home): registration.made(from: home)
                }
            return base.decorated(by: wrapper, traits)
        }
        core.family.decide { $0.decorate(with: decorator, in: core) }
    }
}

extension GivenParameters {
    /// The parameters of a function that wraps a service; stops the process where not exactly one of them is that service.
    fileprivate init<Service>(wrapping service: Service.Type, _ file: StaticString, _ line: UInt) {
        self.init(taking: GivenValues(service)) { service, _, taken in
            let name = typeName(of: service)
            let parameters = taken == 0 ? "no parameter" : "\(taken) parameters"
            fatalError(
                """
                Depot: what decorates \(name) has \(parameters) of that type, and needs exactly one: what it wraps.
                  fix:  use a closure: container.decorate(\(Key(service).literal)) { base, r in … }
                """, file: file, line: line)
        }
    }

    /// A function that takes the address of the wrapped service, as one that takes the service.
    fileprivate func wrapping<Service>(
        _ function: @escaping @Sendable (Resolver, UnsafeRawPointer) throws -> Service
    ) -> @Sendable (Service, Resolver) throws -> Service {
        { base, resolver in try withUnsafePointer(to: base) { try function(resolver, UnsafeRawPointer($0)) } }
    }
}
