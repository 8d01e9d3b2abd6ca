extension Container {
    /// Wraps what is registered for a type, whatever its lifetime; several decorators wrap in the order they were added.
    ///
    /// The decorated instance takes the place of the plain one: a decorated singleton is decorated once. A decorator that
    /// comes before its target waits for it, so the order of assemblies does not matter; one whose target never comes is
    /// a problem that `validate()` reports. A replacement stands in for the decorated whole.
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
        decorate(name, file, line, given: parameters.factory(decorator), dependencies: parameters.dependencies)
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
        decorate(name, file, line, .mainActor, given: parameters.factory(onMainActor: decorator), dependencies: parameters.dependencies)
    }

    /// Decorates with a function that is given the address of what it wraps.
    private func decorate<Service>(
        _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits = [],
        given function: @escaping @Sendable (Resolver, UnsafeRawPointer) throws -> Service,
        dependencies: @escaping @Sendable () -> [Dependency]
    ) {
        let wrap: @Sendable (Service, Resolver) throws -> Service = { base, resolver in
            try withUnsafePointer(to: base) { try function(resolver, UnsafeRawPointer($0)) }
        }
        decorate(name, file, line, traits, dependencies: dependencies, by: wrap)
    }

    private func decorate<Service>(
        _ name: Name?, _ file: StaticString, _ line: UInt, _ traits: Traits = [], dependencies: (@Sendable () -> [Dependency])? = nil,
        by decorator: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        let pending = PendingDecorator(key: Key(Service.self, name: name), source: SourceLine(file, line)) { base, parent in
            // A decorator is only applied to registrations of its key, which make this type.
            let base = unsafeDowncast(base, to: TypedRegistration<Service>.self)
            return (parent.map { base.forwarded(from: $0) } ?? base).decorated(by: decorator, traits, dependencies)
        }
        guard let ending = core.family.decide({ $0.decorate(with: pending, in: core) }) else { return }
        Disposables.dispose(ending.release(), of: core)
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
}

extension TypedRegistration {
    /// A registration for a child container that resolves this one in its parent.
    fileprivate func forwarded(from parent: Core) -> TypedRegistration {
        let key = key
        // The parent as the overrides show it that are in effect for the child.
        let container: @Sendable (Resolver) -> Container = { resolver in
            let view = resolver.container.core
            return view.decide { $0.viewContainer(view, over: parent) }
        }
        let forward: @Sendable (Resolver) throws -> Service = { resolver in
            try container(resolver).resolved(key, as: Service.self, from: resolver.build)
        }
        let make = Make<Service>(plain: forward)
        if traits.contains(.async) {
            make.async = .init { resolver in try await container(resolver).resolvedAsync(key, as: Service.self, from: resolver.build) }
        }
        return TypedRegistration(draft(adding: .instance), make: make)
    }

    /// This registration with its instances wrapped.
    ///
    /// `others` is what the decorator adds to what is said of the service; `dependencies` what it takes beside the service, nil where that
    /// is not known.
    fileprivate func decorated(
        by decorator: @escaping @Sendable (Service, Resolver) throws -> Service, _ others: Traits,
        _ dependencies: (@Sendable () -> [Dependency])?
    ) -> TypedRegistration {
        let inner = self
        let made = Make<Service>(argumentValue: make.argumentValue)
        if let base = make.plain {
            made.plain = .init { resolver in try decorator(try inner.tracked(base(resolver), resolver), resolver) }
        }
        if let base = make.arguments {
            made.arguments = .init { resolver, arguments in try decorator(try inner.tracked(base(resolver, arguments), resolver), resolver)
            }
        }
        if let base = make.async {
            if others.contains(.mainActor) {
                made.async = .init { resolver in
                    let service = Transferred(try inner.tracked(try await base(resolver), resolver))
                    return try await MainActor.run { Transferred(try decorator(service.value, resolver)) }.value
                }
            } else {
                made.async = .init { resolver in try decorator(inner.tracked(try await base(resolver), resolver), resolver) }
            }
        }
        return TypedRegistration(
            draft(adding: others.union(.decorated)), arguments: key.arguments, declaration: declared(with: dependencies),
            make: made)
    }

    private func draft(adding others: Traits) -> RegistrationDraft {
        RegistrationDraft(
            name: key.name, layer: layer, source: source, assembly: assembly, contribution: key.contribution, lifetime: lifetime,
            traits: traits.subtracting([.instance, .alias]).union(others))
    }

    /// What it needs once it is wrapped.
    private func declared(with others: (@Sendable () -> [Dependency])?) -> Declaration? {
        declaration.map { declaration in
            guard let others else { return Declaration(dependencies: declaration.dependencies, isPartial: true) }
            return Declaration(dependencies: { declaration.dependencies() + others() }, isPartial: declaration.isPartial)
        }
    }

    /// What a decorator wraps is the container's to dispose, too.
    private func tracked(_ service: Service, _ resolver: Resolver) throws(ResolutionError) -> Service {
        if let disposable = disposable(service) { try resolver.keep(disposable, of: self) }
        return service
    }
}
