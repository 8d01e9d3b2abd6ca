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

    static func writtenName(qualified: Bool) -> String {
        let name = typeName(of: Wrapped.self, qualified: qualified)
        return name.hasPrefix("any ") ? "(\(name))?" : "\(name)?"
    }
}

extension Array: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Element.self), kind: .collection) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> [Element] {
        try listed(try resolver.resolveAll(Element.self), of: Element.self, by: resolver)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Element] {
        try listed(try await resolver.container.resolvedAllAsync(Element.self, from: resolver.build), of: Element.self, by: resolver)
    }

    static func writtenName(qualified: Bool) -> String { "[\(typeName(of: Element.self, qualified: qualified))]" }
}

extension Resolver: InjectedWrapper {
    static var dependency: Dependency? { nil }

    static func injected(by resolver: Resolver) -> Resolver {
        // It may be kept, like a handle, and so must not keep what the run was once part of.
        if let build = resolver.build?.nearestShared { resolver.container.core.decide { _ in build.isShown = true } }
        return resolver
    }

    static func writtenName(qualified: Bool) -> String { "Resolver" }
}

extension Dictionary: InjectedWrapper, WrittenType where Key == Name {
    static var dependency: Dependency? { Dependency(key: Depot.Key(Value.self), kind: .named) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> [Name: Value] {
        let named = try listed(try resolver.resolveNamed(Value.self), of: Value.self, by: resolver)
        return Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.service) })
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Name: Value] {
        let named = try listed(
            try await resolver.container.resolvedNamedAsync(Value.self, from: resolver.build), of: Value.self, by: resolver)
        return Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.service) })
    }

    static func writtenName(qualified: Bool) -> String { "[Name: \(typeName(of: Value.self, qualified: qualified))]" }
}

/// What a list parameter gets.
///
/// Hardly anybody registers a `Lazy` or an optional as a service: where a list of those is empty, a list of what they wrap was meant.
private func listed<Element, Service>(
    _ list: [Element], of type: Service.Type, by resolver: Resolver
) throws(ResolutionError) -> [Element] {
    if list.isEmpty, !Parameter<Service>.isPlain { throw resolver.container.unregistered(Key(type), from: resolver.build) }
    return list
}
