// What `register(using:)` makes.
extension TypedRegistration {
    /// A registration of a function of dependencies, each of whose instances only the caller gets.
    ///
    /// The caller is specialized, so it knows this class without a look-up.
    @usableFromInline
    convenience init(
        in container: borrowing Container, _ name: Name?, _ lifetime: UniqueLifetime, _ layer: Layer?, overriding: Bool, onMainActor: Bool,
        _ file: StaticString, _ line: UInt, dependencies: @escaping @Sendable () -> [Dependency],
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        self.init(
            name, lifetime.lifetime, Traits(overriding: overriding, onMainActor: onMainActor), layer, SourceLine(file, line),
            assembly: RegisteringAssembly.current(in: container.core), declaration: Declaration(dependencies: dependencies), plain: plain)
    }

    /// A registration of a function of dependencies whose instances are shared.
    ///
    /// The caller is specialized, so it knows this class without a look-up.
    @usableFromInline
    convenience init(
        in container: borrowing Container, _ name: Name?, _ lifetime: SharedLifetime, _ layer: Layer?, overriding: Bool, onMainActor: Bool,
        _ file: StaticString, _ line: UInt, dependencies: @escaping @Sendable () -> [Dependency],
        plain: @escaping @Sendable (Resolver) throws -> Service,
        instance: @escaping InstanceMaker<Service>, takesNothing: Bool
    ) {
        self.init(
            name, lifetime.lifetime, Traits(overriding: overriding, onMainActor: onMainActor), layer, SourceLine(file, line),
            assembly: RegisteringAssembly.current(in: container.core), declaration: Declaration(dependencies: dependencies), plain: plain,
            instance: .init(call: instance), takesNothing: takesNothing)
    }
}
