/// The end of every form of registration.
extension Container {
    /// Puts in what a form of registration says.
    func add<Service>(
        _ name: Name?, _ lifetime: Lifetime, _ layer: Layer?, _ overriding: Bool, _ file: StaticString, _ line: UInt,
        _ traits: Traits = [], make: Make<Service>
    ) {
        add(
            TypedRegistration(
                name, lifetime, overriding ? traits.union(.overriding) : traits, layer, SourceLine(file, line),
                assembly: RegisteringAssembly.current(in: core), make: make))
    }

    /// Puts in what a closure of a resolver makes.
    func add<Service>(
        _ name: Name?, _ lifetime: Lifetime, _ layer: Layer?, _ overriding: Bool, _ file: StaticString, _ line: UInt,
        plain: @escaping @Sendable (Resolver) throws -> Service
    ) {
        add(
            TypedRegistration(
                name, lifetime, Traits(overriding: overriding, onMainActor: false), layer, SourceLine(file, line),
                assembly: RegisteringAssembly.current(in: core), declaration: nil, plain: plain))
    }

    /// Puts a registration in, in place of the one that was there.
    @usableFromInline
    func add(_ registration: Registration) {
        if registration.lifetime.isWeak, registration.dynamicType.isNeverObject { registration.refuseWeak() }
        if let ending = core.decide({ $0.add(registration, to: core) }) { Disposables.finish(ending, of: core) }
        if core.isObserved { core.family.emit(.registered(ContainerEvent.Service(registration))) }
    }
}
