extension Optional: InjectedWrapper {
    /// Of a wrapper what that asks for: a `Lazy<X>?` is nil while no `X` is registered.
    static var dependency: Dependency? {
        Parameter<Wrapped>.isPlain ? Dependency(key: Key(Wrapped.self), kind: .optional) : Parameter<Wrapped>.dependency?.orNil
    }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Wrapped? {
        if Parameter<Wrapped>.isPlain { return try resolver.resolveIfRegistered(Wrapped.self) }
        return Parameter<Wrapped>.isKnown(to: resolver) ? try Parameter<Wrapped>.value(from: resolver) : nil
    }

    static func asyncInjected(by resolver: Resolver) async throws -> Wrapped? {
        Parameter<Wrapped>.isKnown(to: resolver) ? try await Parameter<Wrapped>.asyncValue(from: resolver) : nil
    }

    static func writtenName(as form: TypeNameForm) -> String {
        operandName(of: Wrapped.self, as: form) + "?"
    }
}

extension Array: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Element.self), kind: .collection) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> [Element] {
        let services = try resolver.resolveAll(Element.self)
        // Not `isEmpty`, which is looked up in the conformance of the array: 600 instructions.
        if services.count == 0 { try refuseWrapper(Element.self, by: resolver) }
        return services
    }

    static func injected(by resolver: Resolver, for keeper: Build) throws(ResolutionError) -> (value: [Element], isKept: Bool) {
        let (services, isKept) = try resolver.container.keptAll(Element.self, for: keeper)
        if services.count == 0 { try refuseWrapper(Element.self, by: resolver) }
        return (services.map { $0.service }, isKept)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Element] {
        let services = try await resolver.lasting.resolvedAllAsync(Element.self, from: resolver.build)
        if services.count == 0 { try refuseWrapper(Element.self, by: resolver) }
        return services
    }

    static func writtenName(as form: TypeNameForm) -> String { "[\(typeName(of: Element.self, as: form))]" }
}

extension Resolver: InjectedWrapper {
    static var dependency: Dependency? { nil }

    static func injected(by resolver: Resolver) -> Resolver {
        // It may be kept, like a handle, and so must not keep what the run was once part of.
        if let build = resolver.build?.nearestShared { resolver.container.core.decide { _ in build.isShown = true } }
        return resolver
    }

    static func writtenName(as form: TypeNameForm) -> String { "Resolver" }
}

extension Dictionary: InjectedWrapper, WrittenType where Key == Name {
    static var dependency: Dependency? { Dependency(key: Depot.Key(Value.self), kind: .named) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> [Name: Value] {
        let named = try resolver.resolveNamed(Value.self)
        if named.count == 0 { try refuseWrapper(Value.self, by: resolver) }
        return Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.service) })
    }

    static func injected(by resolver: Resolver, for keeper: Build) throws(ResolutionError) -> (value: [Name: Value], isKept: Bool) {
        let (named, isKept) = try resolver.container.keptAll(Value.self, isNamed: true, for: keeper)
        if named.count == 0 { try refuseWrapper(Value.self, by: resolver) }
        // Those that are named have a name.
        return (Dictionary(uniqueKeysWithValues: named.map { ($0.name.unsafelyUnwrapped, $0.service) }), isKept)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Name: Value] {
        let named = try await resolver.lasting.resolvedNamedAsync(Value.self, from: resolver.build)
        if named.count == 0 { try refuseWrapper(Value.self, by: resolver) }
        return Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.service) })
    }

    static func writtenName(as form: TypeNameForm) -> String { "[Name: \(typeName(of: Value.self, as: form))]" }
}

/// Refuses a list that is empty because its elements are no services.
///
/// Hardly anybody registers a `Lazy` or an optional as a service: a list of what they wrap was meant.
@inline(never)
private func refuseWrapper<Element>(_ element: Element.Type, by resolver: Resolver) throws(ResolutionError) {
    if !Parameter<Element>.isPlain { throw resolver.container.unregistered(Key(element), from: resolver.build) }
}
