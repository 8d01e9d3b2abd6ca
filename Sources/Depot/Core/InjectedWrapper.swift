/// A parameter type that is not itself a service but says how to get one: `Optional`, `Array`, `Lazy`, `Provider`,
/// `Factory` and `Resolver`.
protocol InjectedWrapper: WrittenType {
    /// What the parameter asks for; nil for ``Resolver``, which asks for nothing in particular.
    static var dependency: Dependency? { get }

    /// The parameter's value, by the resolver of the factory that takes it.
    static func injected(by resolver: Resolver) throws(ResolutionError) -> Self

    /// The same for a property that the run of a shared service keeps: what that gets is made for it, as by its `Lazy`. Says also whether the
    /// service may keep it.
    static func injected(by resolver: Resolver, for keeper: Build) throws(ResolutionError) -> (value: Self, isKept: Bool)

    /// The value as a parameter, waiting for async services.
    static func asyncInjected(by resolver: Resolver) async throws -> Self
}

extension InjectedWrapper {
    static func injected(by resolver: Resolver, for keeper: Build) throws(ResolutionError) -> (value: Self, isKept: Bool) {
        (try injected(by: resolver), true)
    }

    static func asyncInjected(by resolver: Resolver) async throws -> Self { try injected(by: resolver) }
}

extension Key {
    /// The wrapper that the key's type is, where it may be resolved without having been registered.
    ///
    /// Not an optional: its error names `resolveIfRegistered`.
    func wrapper(_ type: any Any.Type) -> (any InjectedWrapper.Type)? {
        guard name == nil, arguments == nil, let wrapper = type as? any InjectedWrapper.Type, wrapper.dependency?.isOptional != true
        else { return nil }
        return wrapper
    }
}
