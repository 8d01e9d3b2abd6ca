/// The parameters of a `using:` function.
@usableFromInline
struct Parameters<each Dependent> {
    /// The function as a factory closure, specialized where it is registered.
    @inlinable
    static func factory<Service>(
        _ function: @escaping @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver) throws -> Service {
        { resolver in try function(repeat resolver.parameter((each Dependent).self)) }
    }

    /// The main-actor function as a factory closure.
    @inlinable
    static func factory<Service>(
        onMainActor function: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver) throws -> Service {
        { resolver in try MainThread.run { try function(repeat resolver.parameter((each Dependent).self)) } }
    }

    /// What they ask for, in order.
    @Sendable
    static func dependencies() -> [Dependency] {
        var dependencies: [Dependency] = []
        for parameter in repeat Parameter<each Dependent>.self {
            if let dependency = parameter.dependency { dependencies.append(dependency) }
        }
        return dependencies
    }
}

extension Container {
    /// Registers a function of dependencies.
    @usableFromInline
    func add<Service, each Dependent>(
        _ parameters: Parameters<repeat each Dependent>.Type, name: Name?, _ lifetime: UniqueLifetime, in layer: Layer?,
        overriding: Bool, _ file: StaticString, _ line: UInt, onMainActor: Bool, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(parameters, RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core), lifetime.lifetime, onMainActor, factory)
    }

    /// Registers a function of dependencies whose instances are shared.
    @usableFromInline
    func add<Service, each Dependent>(
        _ parameters: Parameters<repeat each Dependent>.Type, name: Name?, _ lifetime: SharedLifetime, in layer: Layer?,
        overriding: Bool, _ file: StaticString, _ line: UInt, onMainActor: Bool, _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(parameters, RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core), lifetime.lifetime, onMainActor, factory)
    }

    private func add<Service, each Dependent>(
        _ parameters: Parameters<repeat each Dependent>.Type, _ draft: RegistrationDraft, _ lifetime: Lifetime, _ onMainActor: Bool,
        _ factory: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(
            TypedRegistration<Service>(
                draft, lifetime: lifetime, traits: onMainActor ? [.mainActor] : [], dependencies: parameters.dependencies,
                make: Make(plain: factory)))
    }
}
