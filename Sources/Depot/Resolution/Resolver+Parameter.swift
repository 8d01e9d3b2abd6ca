/// How one parameter of a `using:` function gets its value.
enum Parameter<Value> {
    static var wrapper: (any InjectedWrapper.Type)? {
        // The cast looks for a conformance, which a type that is no struct or enum cannot have.
        DynamicType.isObjectOrExistential(Value.self) ? nil : Value.self as? any InjectedWrapper.Type
    }

    /// Whether the value is a service itself, and not a wrapper.
    static var isPlain: Bool { wrapper == nil }

    /// Whether the value is a service of the container, also where it is a wrapper, for the registration of that wins.
    static func isService(of resolver: Resolver) -> Bool {
        // Only what is registered can be claimed; asked first because the cast takes longer.
        if !DynamicType.isObjectOrExistential(Value.self), mayClaim(by: resolver) { return true }
        return isPlain
    }

    private static func mayClaim(by resolver: Resolver) -> Bool {
        switch resolver.source {
        case .container(let container): return container.isClaimable(Value.self)
        default: return false
        }
    }

    /// The dependency this parameter stands for.
    ///
    /// An exact registration of a wrapper type wins, which only the container knows; the graph looks for it.
    static var dependency: Dependency? {
        guard let wrapper else { return Dependency(key: Key(Value.self), kind: .required) }
        guard var dependency = wrapper.dependency else { return nil }
        dependency.exact = [Key(Value.self)] + dependency.exact
        return dependency
    }

    /// Whether there is something to give: what is asked for is registered, or it is a list, which may be empty.
    static func isKnown(to resolver: Resolver) -> Bool {
        guard let wrapper else { return resolver.isRegistered(Key(Value.self)) }
        if resolver.isRegistered(Key(Value.self)) { return true }
        return wrapper.dependency.map { $0.isList || resolver.isRegistered($0.key) } ?? true
    }

    /// The parameter's value.
    static func value(from resolver: Resolver) throws(ResolutionError) -> Value {
        guard let wrapper, !resolver.isRegistered(Value.self) else { return try resolver.resolve(Value.self) }
        // `wrapper` is `Value.self`, so what it injects is a `Value`.
        return try wrapper.injected(by: resolver) as! Value
    }

    /// The parameter's value, waiting for async services.
    static func asyncValue(from resolver: Resolver) async throws -> Value {
        guard let wrapper, !resolver.isRegistered(Value.self) else { return try await resolver.resolveAsync(Value.self) }
        // `wrapper` is `Value.self`, so what it injects is a `Value`.
        return try await wrapper.asyncInjected(by: resolver) as! Value
    }
}

extension Container {
    /// A parameter's service by a resolver of this container; not by way of ``Resolver/lasting`` where that is the same.
    fileprivate func service<Value>(_ type: Value.Type, by resolver: Resolver) throws(ResolutionError) -> Value {
        core.isOverride ? try resolver.resolvedOtherwise(type, name: nil) : try resolved(type, name: nil, from: nil)
    }
}

extension Resolver {
    /// The value of one parameter of a `using:` function.
    ///
    /// Not specialized, and so clear of every generic type that would have to be looked up at run time, `Optional` included: specialized
    /// it is 700 bytes of an app for each parameter, and no faster, for the parameters are asked for in a loop over their types.
    @usableFromInline
    @inline(never)
    func parameter<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
        switch source {
        case .container(let container): return try container.resolved(type, nil, by: self, isParameter: true)
        default: return try wrapped(type)
        }
    }

    /// The value of a parameter that is not to be had without the lock.
    @inline(never)
    func wrapped<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
        if Parameter<Value>.isService(of: self) {
            switch source {
            case .container(let container): return try container.service(type, by: self)
            default: return try resolvedOtherwise(type, name: nil)
            }
        }
        return try Parameter<Value>.value(from: seen)
    }

    /// The resolver of the run that asks, for what a wrapper keeps: one that was unseen is materialized.
    ///
    /// A function that was called unseen goes on with the resolver that it was called with, also when its run has been materialized.
    private var seen: Resolver {
        let resolver = materialized
        guard case .container(let container) = resolver.source, let build = ThreadState.recordedBuild,
            build.container.core === container.core
        else { return resolver }
        return Resolver(of: build)
    }
}
