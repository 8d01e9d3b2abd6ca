extension Key {
    /// The wrapper that the key's type is, where it may be resolved without having been registered.
    ///
    /// Not an optional: its error names `resolveIfRegistered`.
    func wrapper(_ type: any Any.Type) -> (any InjectedWrapper.Type)? {
        guard name == nil, arguments == nil, let wrapper = type as? any InjectedWrapper.Type, wrapper.dependency?.kind != .optional
        else { return nil }
        return wrapper
    }
}

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
