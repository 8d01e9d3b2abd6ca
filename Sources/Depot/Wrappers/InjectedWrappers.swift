extension Optional: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Wrapped.self), kind: .optional) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> Wrapped? {
        try resolver.resolveIfRegistered(Wrapped.self)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> Wrapped? {
        resolver.isRegistered(Wrapped.self) ? try await resolver.resolveAsync(Wrapped.self) : nil
    }

    static func writtenName(qualified: Bool) -> String {
        let name = typeName(of: Wrapped.self, qualified: qualified)
        return name.hasPrefix("any ") ? "(\(name))?" : "\(name)?"
    }
}

extension Array: InjectedWrapper {
    static var dependency: Dependency? { Dependency(key: Key(Element.self), kind: .collection) }

    static func injected(by resolver: Resolver) throws(ResolutionError) -> [Element] {
        try resolver.resolveAll(Element.self)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Element] {
        try await resolver.container.resolvedAllAsync(Element.self, from: resolver.build)
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
        Dictionary(uniqueKeysWithValues: try resolver.resolveNamed(Value.self).map { ($0.name, $0.service) })
    }

    static func asyncInjected(by resolver: Resolver) async throws -> [Name: Value] {
        let named = try await resolver.container.resolvedNamedAsync(Value.self, from: resolver.build)
        return Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.service) })
    }

    static func writtenName(qualified: Bool) -> String { "[Name: \(typeName(of: Value.self, qualified: qualified))]" }
}
