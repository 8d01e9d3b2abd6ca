import Synchronization

/// A registration together with the factory that makes its instances.
@usableFromInline
final class TypedRegistration<Service>: Registration, @unchecked Sendable {  // Immutable, but for `knownType`, an atomic.
    /// The ways to call a factory; an async registration has only the second, an alias both.
    let make: Make<Service>
    /// The plain factory by itself, for those who call it without a lock.
    @usableFromInline let plain: @Sendable (Resolver) throws -> Service
    @usableFromInline let withArguments: @Sendable (Resolver, UnsafeRawPointer) throws -> Service
    let dependencies: (@Sendable () -> [Dependency])?

    init(
        _ draft: RegistrationDraft, lifetime: Lifetime, traits: Traits = [], arguments: (any Any.Type)? = nil,
        dependencies: (@Sendable () -> [Dependency])? = nil, make: Make<Service>
    ) {
        self.make = make
        plain = make.plain ?? { _ in fatalError("Depot: a factory was called in a form it does not have.") }
        withArguments = make.arguments ?? { resolver, _ in try make.callAsFunction(resolver, noArguments) }
        self.dependencies = dependencies
        let key = Key(Service.self, name: draft.name, arguments: arguments, contribution: draft.contribution)
        super.init(
            key: key, lifetime: lifetime, traits: draft.overriding ? traits.union(.overriding) : traits, layer: draft.layer,
            source: draft.source, assembly: draft.assembly, dynamicType: DynamicType(of: Service.self))
    }

    /// A registration of a function of dependencies.
    ///
    /// The caller is specialized, so it knows this class without a look-up.
    @usableFromInline
    convenience init(
        _ draft: RegistrationDraft, dependencies: @escaping @Sendable () -> [Dependency],
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        self.init(draft, lifetime: draft.lifetime, traits: draft.traits, dependencies: dependencies, make: Make(plain: plain))
    }

    override var declared: [Dependency]? { dependencies?() }

    override var isOpaque: Bool { dependencies == nil || traits.contains(.decorated) }

    override func build(in container: Container) async throws {
        _ = try await container.resolvedAsync(key, as: Service.self, from: nil)
    }

    override func forwarded(from parent: Core) -> Registration {
        let key = key
        let container = parent.inner()
        let forward: @Sendable (Resolver) throws -> Service = { resolver in
            try container.resolved(key, as: Service.self, from: resolver.build)
        }
        var make = Make<Service>(plain: forward)
        if traits.contains(.async) {
            make.async = { resolver in try await container.resolvedAsync(key, as: Service.self, from: resolver.build) }
        }
        return TypedRegistration(
            RegistrationDraft(
                name: key.name, layer: layer, overriding: false, source: source, assembly: assembly, contribution: key.contribution),
            lifetime: lifetime, traits: traits.subtracting([.instance, .alias]).union(.instance), make: make)
    }

    /// The instance as something to dispose, or nil where its type is not `Disposable`.
    ///
    /// A dynamic cast costs as much as the whole rest of a resolve; the last type's answer is kept.
    func disposable(_ instance: Service) -> (any Disposable)? {
        let type = withUnsafePointer(to: instance) { dynamicType.identity(ofValueAt: $0) }
        if lastPlainType.load(ordering: .relaxed) == type { return nil }
        if let disposable = instance as? any Disposable { return disposable }
        lastPlainType.store(type, ordering: .relaxed)
        return nil
    }
}

extension TypedRegistration {
    /// Wraps what the factory made.
    func instance(of service: Service, home: Core) -> Instance {
        guard case .weak = lifetime else { return TypedInstance(service, registration: self, home: home) }
        guard type(of: service as Any) is AnyClass else {
            fatalError(
                """
                Depot: \(key) is registered as .weak, but \(type(of: service as Any)) is not a class. \
                Only an object can be held weakly; register it as .singleton. Registered at \(source).
                """)
        }
        return WeakInstance<Service>(service as AnyObject, registration: self, home: home)
    }

    /// The service in an instance; nil where it was weak and has gone.
    func service(of instance: Instance) -> Service? {
        // An instance is made by `instance(of:home:)` of its own registration, so both casts fit.
        if case .weak = lifetime { return unsafeDowncast(instance, to: WeakInstance<Service>.self).value }
        // As above.
        return unsafeDowncast(instance, to: TypedInstance<Service>.self).value
    }
}
