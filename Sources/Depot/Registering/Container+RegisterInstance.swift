extension Container {
    /// Registers an instance that exists.
    ///
    /// It stays the app's own: the container does not dispose it.
    ///
    /// - Parameters:
    ///   - type: The service, usually a protocol.
    ///   - name: Tells registrations of one type apart.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - instance: What every resolve gives; its type is `Sendable`, because everyone shares it.
    public func register<Service: Sendable>(
        _ type: Service.Type, name: Name? = nil, in layer: Layer? = nil, overriding: Bool = false,
        file: StaticString = #fileID, line: UInt = #line, instance: Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        let registration = TypedRegistration<Service>(
            draft, lifetime: .singleton, traits: [.instance], dependencies: { [] }, make: Make(plain: { _ in instance }))
        registration.note(implementedBy: Swift.type(of: instance as Any))
        add(registration)
    }

    /// Gives a registered service a second type: the same instance under both.
    ///
    /// ```swift
    /// container.alias((any TokenReader).self, to: TokenStore.self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The second type.
    ///   - name: Its name, if it is to have one.
    ///   - target: The service it stands for.
    ///   - targetName: The target's name, if it has one.
    ///   - layer: The layer for the graph and for `validate()`.
    ///   - overriding: Whether another assembly's registration of the same key may be replaced without a complaint.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - convert: The target as the second type, checked by the compiler; `{ $0 }` as a rule.
    public func alias<Service, Target>(
        _ type: Service.Type, name: Name? = nil, to target: Target.Type, named targetName: Name? = nil, in layer: Layer? = nil,
        overriding: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        _ convert: @escaping @Sendable (Target) -> Service
    ) {
        let draft = RegistrationDraft(name: name, layer: layer, overriding: overriding, file, line, in: core)
        var make = Make<Service>(plain: { resolver in convert(try resolver.resolve(target, name: targetName)) })
        make.async = .init { resolver in convert(try await resolver.resolveAsync(target, name: targetName)) }
        let dependency = Dependency(key: Key(target, name: targetName), kind: .required)
        add(
            TypedRegistration<Service>(
                draft, lifetime: .transient, traits: [.alias], dependencies: { [dependency] }, make: make))
    }
}
