// What a decorator makes of a registration.
extension TypedRegistration {
    /// A registration for a child container that resolves this one in its parent.
    ///
    /// It lives as long as what is registered there, also where something else replaces that for now.
    func forwarded(from parent: Core, registered: Registration) -> TypedRegistration {
        let key = key
        let made = Make<Service>(arguments: key.arguments) { resolver, arguments in
            do throws(ResolutionError) {
                return try resolver.inEffect(parent).resolved(key, as: Service.self, arguments: arguments, from: resolver.build)
            } catch {
                throw error.forDecorator(of: key)
            }
        }
        made.argumentValue = registered.argumentValue
        if hasAsyncForm {
            made.async = .init { resolver in
                try await resolver.inEffect(parent).resolvedAsync(key, as: Service.self, from: resolver.build)
            }
        }
        let dependency = Dependency(key: key, kind: .required, home: ObjectIdentifier(parent.overridden))
        made.declaration = Declaration(dependencies: { [dependency] })
        return TypedRegistration(inPlaceOf: self, registered.lifetime, adding: .instance, made)
    }

    /// The same registration for an override, which makes its instances from what `home` has registered, as the override shows that.
    func made(from home: Core) -> TypedRegistration {
        let moved: @Sendable (Resolver) -> Resolver = { Resolver(container: $0.inEffect(home), build: $0.build) }
        let made = Make<Service>(arguments: key.arguments) { resolver, arguments in try self.create(moved(resolver), arguments) }
        made.argumentValue = argumentValue
        if let base = asyncForm { made.async = .init { resolver in try await base.call(moved(resolver)) } }
        let place = ObjectIdentifier(home.opened)
        made.declaration = declaration.map { declaration in
            Declaration(
                dependencies: {
                    declaration.dependencies().map { $0.home == nil ? $0.lookedUp(from: place) : $0 }
                }, isPartial: declaration.isPartial)
        }
        return TypedRegistration(inPlaceOf: self, adding: traits.intersection([.instance, .alias, .replacement]), made)
    }

    /// This registration with its instances wrapped once more; `others` is what the decorator adds to what is said of the service.
    func decorated(by wrapper: Decoration<Service>.Wrapper, _ others: Traits) -> TypedRegistration {
        let decoration = Decoration(of: decoration?.base ?? self, by: (decoration?.wrappers ?? []) + [wrapper])
        let base = decoration.base
        let made = Make<Service>(arguments: key.arguments) { resolver, arguments in
            try decoration.wrapped(base.create(resolver, arguments), resolver)
        }
        made.argumentValue = argumentValue
        made.decoration = decoration
        made.declaration = decoration.declaration
        if let base = base.asyncForm { made.async = .init { resolver in try await decoration.awaited(base.call(resolver), resolver) } }
        // What a copy has taken over from a replacement stands before what a scope is given, also decorated.
        let own = traits.intersection(.replacement).union(.decorated)
        return TypedRegistration(inPlaceOf: self, adding: others.union(own), made)
    }

    /// What is said of another; by itself its lifetime is that of what is registered, also where an instance replaces it for now.
    private convenience init(
        inPlaceOf other: TypedRegistration, _ lifetime: Lifetime? = nil, adding others: Traits, _ make: Make<Service>
    ) {
        let (key, traits) = (other.key, other.traits.subtracting([.instance, .alias, .replacement]).union(others))
        self.init(
            key.name, lifetime ?? other.lifetimeOfReplacements, traits, other.layer, other.source, assembly: other.assembly,
            contribution: key.contribution, make: make)
    }
}

extension Decoration {
    fileprivate func wrapped(_ service: Service, _ resolver: Resolver) throws -> Service {
        var service = service
        for index in wrappers.indices {
            try keep(service, before: index, resolver)
            do {
                service = try wrappers[index].wrap(service, resolver)
            } catch {
                throw resolver.decoratorFailed(base, wrappers[index].source, error)
            }
        }
        return service
    }

    fileprivate func awaited(_ service: Service, _ resolver: Resolver) async throws -> Service {
        var service = service
        for index in wrappers.indices {
            try keep(service, before: index, resolver)
            do {
                service = try await wrappers[index].awaiting?(service, resolver) ?? wrappers[index].wrap(service, resolver)
            } catch {
                throw resolver.decoratorFailed(base, wrappers[index].source, error)
            }
        }
        return service
    }

    /// What a decorator wraps is the container's to dispose, too; but for what was handed in, or is another's.
    private func keep(_ service: Service, before index: Int, _ resolver: Resolver) throws(ResolutionError) {
        guard index > 0 || base.ownsInstances, let disposable = base.disposable(service) else { return }
        try resolver.keep(disposable, as: base)
    }
}

extension Resolver {
    /// A container further up as the overrides show it that are in effect for this resolver.
    fileprivate func inEffect(_ home: Core) -> Container {
        let view = container.core
        return view.decide { $0.viewContainer(view, over: home) }
    }
}

extension ResolutionError {
    /// The same error, or what to do where the service that a child decorates has become async.
    fileprivate func forDecorator(of key: Key) -> ResolutionError {
        guard case .requiresAsync(let diagnosis) = self, diagnosis.path.last?.name == key.description else { return self }
        return .requiresAsync(.init(what: diagnosis.what, path: diagnosis.path, fix: Self.decoratedBeforeAsync))
    }

    /// What to do where a service is replaced by an async one after a child has decorated it.
    static var decoratedBeforeAsync: String {
        "it was synchronous when a child decorated it: await it in the parent first, or replace it before the child decorates it."
    }
}
