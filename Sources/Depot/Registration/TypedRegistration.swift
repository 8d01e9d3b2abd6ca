import Synchronization

/// A registration together with the factory that makes its instances.
@usableFromInline
class TypedRegistration<Service>: Registration, @unchecked Sendable {  // Immutable; not final, so the compiler cannot see it.
    // One by one and not as a `Make`: that is large enough to be copied by a function of its own, which looks up the types of
    // its optionals, 1,400 instructions.
    @usableFromInline final let plainForm: Make<Service>.Plain?
    @usableFromInline final let argumentsForm: Make<Service>.WithArguments?
    /// Makes an instance; nil where it has to be looked up how, 300 instructions, because the registration was not specialized.
    private final let instanceForm: Make<Service>.Instance?
    private final let rare: RareForms?
    final let declaration: Declaration?

    /// What few registrations have.
    private final class RareForms: Sendable {
        let async: Make<Service>.Async?
        /// How many runs there are of that whose instances only the caller gets.
        let asyncRuns = Atomic<Int>(0)
        let keyedBy: (@Sendable (UnsafeRawPointer) -> [AnyHashable])?
        let decoration: Decoration<Service>?

        private init(_ make: Make<Service>) {
            async = make.async
            keyedBy = make.argumentValue
            decoration = make.decoration
        }

        static func of(_ make: Make<Service>) -> RareForms? {
            make.async == nil && make.argumentValue == nil && make.decoration == nil ? nil : RareForms(make)
        }
    }

    /// What it wraps, and by what; nil for what is not decorated.
    final var decoration: Decoration<Service>? { rare?.decoration }

    override func decorated(since other: Registration) -> SourceLine? {
        guard let decoration, let other = other as? TypedRegistration, decoration.base === other.decoration?.base ?? other else {
            return nil
        }
        return decoration.wrappers.last?.source
    }

    final var asyncForm: Make<Service>.Async? { rare?.async }

    /// How many runs there are of the async factory whose instances only the caller gets.
    final var asyncRuns: Int { rare?.asyncRuns.load(ordering: .relaxed) ?? 0 }

    /// Counts a run of it that begins, or that ends.
    final func countAsyncRun(_ change: Int) { rare?.asyncRuns.add(change, ordering: .relaxed) }

    init(
        _ name: Name?, _ lifetime: Lifetime, _ traits: Traits, _ layer: Layer?, _ source: SourceLine, assembly: RegisteringAssembly?,
        contribution: Int = 0, make: Make<Service>
    ) {
        plainForm = make.plain
        argumentsForm = make.arguments
        instanceForm = nil
        rare = RareForms.of(make)
        declaration = make.declaration
        super.init(
            key: Key(Service.self, name: name, arguments: make.argumentTypes, contribution: contribution), lifetime: lifetime,
            traits: traits, layer: layer, source: source, assembly: assembly, dynamicType: DynamicType(of: Service.self),
            isClosure: make.plain != nil && make.async == nil && declaration == nil)
    }

    /// A function of declared dependencies, or else a closure of a resolver.
    ///
    /// Without a `Make`: code that is not specialized looks up the types of what they are made of, 10,000 of 13,000 instructions.
    init(
        _ name: Name?, _ lifetime: Lifetime, _ traits: Traits, _ layer: Layer?, _ source: SourceLine, assembly: RegisteringAssembly?,
        contribution: Int = 0, declaration: Declaration?, plain: @escaping @Sendable (Resolver) throws -> Service,
        instance: Make<Service>.Instance? = nil, takesNothing: Bool = false
    ) {
        plainForm = .init(call: plain)
        argumentsForm = nil
        instanceForm = instance
        rare = nil
        self.declaration = declaration
        super.init(
            key: Key(Service.self, name: name, contribution: contribution), lifetime: lifetime, traits: traits, layer: layer,
            source: source, assembly: assembly, dynamicType: DynamicType(of: Service.self), isFunction: declaration != nil,
            isClosure: declaration == nil, takesNothing: takesNothing)
    }

    /// A registration that replaces another of the same service, whose key, layer and assembly it takes over.
    init(standingInFor target: Registration, _ source: SourceLine, traits: Traits, make: Make<Service>) {
        plainForm = make.plain
        argumentsForm = make.arguments
        instanceForm = nil
        rare = RareForms.of(make)
        declaration = make.declaration
        super.init(standingInFor: target, source, lifetime: target.lifetimeOfReplacements.whileReplaced, traits: traits)
    }

    /// The same by a function of declared dependencies, or else a closure of a resolver.
    init(
        standingInFor target: Registration, _ source: SourceLine, traits: Traits, declaration: Declaration?,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        plainForm = .init(call: plain)
        argumentsForm = nil
        instanceForm = nil
        rare = nil
        self.declaration = declaration
        super.init(standingInFor: target, source, lifetime: target.lifetimeOfReplacements.whileReplaced, traits: traits)
    }

    /// What has an instance instead of a factory.
    init(constantFor target: Registration, _ source: SourceLine) {
        plainForm = nil
        argumentsForm = nil
        instanceForm = nil
        rare = nil
        declaration = nil
        super.init(standingInFor: target, source, lifetime: .singleton, traits: .instance, isConstant: true)
    }

    final override var argumentValue: (@Sendable (UnsafeRawPointer) -> [AnyHashable])? { rare?.keyedBy }

    final override var hasAsyncForm: Bool { asyncForm != nil }

    final override func produce(
        in run: Unmanaged<UnseenRun>, for container: Container, home: Unmanaged<Core>, entry: inout Disposables.Entry?
    ) throws -> Instance {
        if instanceForm != nil { return try instance(Resolver(container), home: home, entry: &entry) }
        let product = try produce(Resolver(unseen: run.takeUnretainedValue()), noArguments, home: home)
        entry = product.entry
        return product.held.instance
    }

    final override func produce(_ resolver: Resolver, _ arguments: UnsafeRawPointer, home: Unmanaged<Core>) throws -> Product {
        if instanceForm != nil, !lifetime.isWeak {
            var entry: Disposables.Entry?
            let instance = try instance(resolver, home: home, entry: &entry)
            return Product(held: Held(instance, object: nil), entry: entry)
        }
        var service = try create(resolver, arguments)
        return try product(of: &service, home: home)
    }

    final override func produceAsync(_ resolver: Resolver, home: Unmanaged<Core>) async throws -> Product {
        guard let asyncForm else { fatalError("Depot: a synchronous factory was awaited.") }
        var service = try await asyncForm.call(resolver)
        return try product(of: &service, home: home)
    }

    final override var declared: [Dependency]? { declaration?.dependencies() }

    final override var isOpaque: Bool { declaration?.isPartial ?? !isConstant }

    /// The instance as something to dispose, or nil where its type is not `Disposable`.
    ///
    /// A dynamic cast costs as much as the whole rest of a resolve; the last type's answer is kept.
    final func disposable(_ instance: Service) -> (any Disposable)? {
        let type = withUnsafePointer(to: instance) { dynamicType.identity(ofValueAt: $0) }
        if lastPlainType.load(ordering: .relaxed) == type { return nil }
        // An object says it itself; what may be an existential is boxed to say it.
        let implementation: any Any.Type = dynamicType.isClass ? Swift.type(of: instance) : Swift.type(of: instance as Any)
        note(implementedBy: implementation)
        // Asked of the type first, for an instance is boxed to be asked; what is in an optional or erased has to be.
        if type == DynamicType.unknown || implementation is any Disposable.Type, let disposable = instance as? any Disposable {
            return disposable
        }
        if type != DynamicType.unknown { lastPlainType.store(type, ordering: .relaxed) }
        return nil
    }

    /// Apart, so that the optional's type is not looked up where the answer is known.
    @inline(never)
    private final func entry(for instance: Service) -> Disposables.Entry? {
        disposable(instance).flatMap { Disposables.Entry($0, isWeak: lifetime.isWeak) }
    }
}

extension TypedRegistration {
    /// Calls the synchronous factory, in whatever form there is.
    func create(_ resolver: Resolver, _ arguments: UnsafeRawPointer) throws -> Service {
        if plainForm != nil { return try plain(resolver) }
        if argumentsForm != nil { return try withArguments(resolver, arguments) }
        // The caller has checked that there is a synchronous form: this is an instance that stands in.
        return unsafeDowncast(self, to: ConstantRegistration<Service>.self).value
    }

    /// Calls the plain factory; the key it was found under says that there is one.
    @inlinable
    @inline(__always)
    func plain(_ resolver: Resolver) throws -> Service { try plainForm.unsafelyUnwrapped.call(resolver) }

    /// Calls the factory that takes arguments; the key it was found under says that there is one.
    @inlinable
    @inline(__always)
    func withArguments(_ resolver: Resolver, _ pointer: UnsafeRawPointer) throws -> Service {
        try argumentsForm.unsafelyUnwrapped.call(resolver, pointer)
    }
}

extension TypedRegistration {
    /// Calls the factory where its type is known, as the instance form does.
    private func instance(_ resolver: Resolver, home: Unmanaged<Core>, entry: inout Disposables.Entry?) throws -> Instance {
        // Bound to a name the forms are counted, and all threads count the same ones.
        let (instance, mayBeDisposable) = try instanceForm.unsafelyUnwrapped.call(
            plainForm.unsafelyUnwrapped.call, resolver, self, home)
        // The form makes instances of this type.
        if mayBeDisposable { entry = self.entry(for: unsafeDowncast(instance, to: TypedInstance<Service>.self).value) }
        return instance
    }

    /// Wraps what the factory made.
    ///
    /// In place, because each copy of an existential costs 50 instructions.
    private func product(of service: inout Service, home: Unmanaged<Core>) throws(ResolutionError) -> Product {
        var entry: Disposables.Entry?
        if withUnsafePointer(to: &service, { mayBeDisposable(valueAt: $0) }) { entry = self.entry(for: service) }
        guard lifetime.isWeak else {
            return Product(held: Held(TypedInstance(service, registration: self, home: home), object: nil), entry: entry)
        }
        guard type(of: service as Any) is AnyClass else {
            throw notAnObject(typeName(of: type(of: service as Any)))
        }
        let object = service as AnyObject
        return Product(held: Held(WeakInstance(object, registration: self, home: home), object: object), entry: entry)
    }
}

/// The services that a factory asks for, as its registration says.
struct Declaration: Sendable {
    let dependencies: @Sendable () -> [Dependency]
    /// Whether the factory asks for others as well: a closure that decorates.
    var isPartial = false
}
