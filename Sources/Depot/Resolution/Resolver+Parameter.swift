/// How one parameter of a `using:` function gets its value.
enum Parameter<Value> {
    private static var wrapper: (any InjectedWrapper.Type)? {
        // The cast looks for a conformance, which a type that is no struct or enum cannot have.
        DynamicType.isObjectOrExistential(Value.self) ? nil : Value.self as? any InjectedWrapper.Type
    }

    /// Whether the value is a service itself, and not a wrapper.
    static var isPlain: Bool { wrapper == nil }

    /// Whether the value is a service of the container, also where it is a wrapper, for the registration of that wins.
    static func isService(of resolver: Resolver) -> Bool {
        // Only what is registered can be claimed; asked first because the cast takes longer. Not bound to a name: that would be counted.
        if !DynamicType.isObjectOrExistential(Value.self), resolver.knownContainer != nil, resolver.knownContainer.isClaimable(Value.self) {
            return true
        }
        return isPlain
    }

    /// The dependency this parameter stands for.
    ///
    /// An exact registration of a wrapper type wins, which only the container knows; the graph looks for it.
    static var dependency: Dependency? {
        guard let wrapper else { return Dependency(key: Key(Value.self), kind: .required) }
        var dependency = wrapper.dependency
        dependency?.exact.insert(Key(Value.self), at: 0)
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

extension Resolver {
    /// The value of one parameter of a `using:` function.
    ///
    /// Where it is not specialized it keeps clear of every generic type that would have to be looked up at run time,
    /// `Optional` included.
    @inlinable
    @inline(__always)
    func parameter<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
        // Not bound to a name: that would be counted.
        if knownContainer != nil, let slot = knownContainer.readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0) {
            // The key holds the type, so what is published under it is of that type.
            if let instance = knownContainer.settled(slot, from: run) {
                return knownContainer.value(at: instance, as: type)
            }
            if let registration = knownContainer.published(slot) {
                return try knownContainer.call(registration, as: type, nil, from: run)
            }
        }
        return try wrapped(type)
    }

    /// The value of a parameter that is not to be had without the lock.
    @usableFromInline
    @inline(never)
    func wrapped<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
        if Parameter<Value>.isService(of: self) {
            // Not by way of `lasting` where it is the same, nor bound to a name: threads that all count one container wait for each other, 20 ns
            // each time.
            if knownContainer != nil, !knownContainer.core.isOverride {
                return try knownContainer.resolved(type, name: nil, from: knownBuild)
            }
            return try resolvedOtherwise(type, name: nil)
        }
        return try Parameter<Value>.value(from: seen)
    }

    /// The resolver of the run that asks, for what a wrapper keeps: one that was unseen is materialized.
    ///
    /// A function that was called unseen goes on with the resolver that it was called with, also when its run has been materialized.
    private var seen: Resolver {
        let resolver = materialized
        guard resolver.knownBuild == nil, let build = ThreadState.recordedBuild, build.container.core === resolver.container.core else {
            return resolver
        }
        return Resolver(container: build.container, build: build)
    }
}
