extension Container {
    /// Registers an instance that exists.
    ///
    /// The container does not dispose it. Everyone shares it, so its type is `Sendable`. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, instance: Service
    ) {
        var handedIn = instance
        let claim = HandedIn.claim(&handedIn, DynamicType(of: type))
        let registration = TypedRegistration<Service>(
            name, .singleton, overriding ? [.instance, .overriding] : .instance, layer, SourceLine(file, line),
            assembly: RegisteringAssembly.current(in: core),
            make: Make(dependencies: { [] }, plain: { _ in withExtendedLifetime(claim) { instance } }))
        registration.note(implementedBy: Swift.type(of: instance as Any))
        add(registration)
    }

    /// Gives a registered service a second type: the same instance under both.
    ///
    /// ```swift
    /// container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
    /// ```
    ///
    /// What replaces or decorates the second type itself is made at each resolve, because that need not be `Sendable`; to share a mock,
    /// replace the target.
    ///
    /// `target` and `targetName` are the type and the name of the service it stands for. `convert` gives that as the second type, checked
    /// by the compiler; `{ $0 }` as a rule. The other parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func alias<Service, Target>(
        _ type: Service.Type, name: Name? = nil, to target: Target.Type, named targetName: Name? = nil, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ convert: @escaping @Sendable (Target) -> Service
    ) {
        let key = Key(target, name: targetName)
        // Of a `Lazy`, a list and the like what that asks for.
        let dependency = key.wrapper(target) == nil ? Dependency(key: key, kind: .required) : Parameter<Target>.dependency
        let make = Make(dependencies: { dependency.map { [$0] } ?? [] }) { resolver in
            convert(try resolver.resolve(target, name: targetName))
        }
        make.async = .init { resolver in convert(try await resolver.resolveAsync(target, name: targetName)) }
        add(name, .transient, layer, overriding, file, line, .alias, make: make)
    }
}
