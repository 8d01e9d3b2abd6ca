/// One parameter of a `using:` function: what it asks for, and how.
@usableFromInline
struct Dependency: Sendable {
    /// How a parameter asks for its service.
    enum Kind: Sendable, Hashable {
        /// The instance itself.
        case required
        /// The instance, or nil where nothing is registered.
        case optional
        /// All there are.
        case collection
        /// All that have a name, by it.
        case named
        /// The instance, when it is first needed.
        case lazy
        /// An instance at each call.
        case provider
        /// An instance made from arguments at each call.
        case factory
    }

    let key: Key
    let kind: Kind
    /// For a wrapper: the wrapper type as a service of its own, whose registration wins.
    var exact: Key?

    init(key: Key, kind: Kind) {
        self.key = key
        self.kind = kind
    }

    /// Whether the service is needed before the dependent exists.
    var isImmediate: Bool {
        switch kind {
        case .required, .optional, .collection, .named: true
        case .lazy, .provider, .factory: false
        }
    }

    /// Whether the dependent keeps the instance it gets: a `Provider` and a `Factory` ask each time, and a `Lazy` keeps what may be kept.
    var isKept: Bool {
        switch kind {
        case .required, .optional, .collection, .named: true
        case .lazy, .provider, .factory: false
        }
    }
}

extension Dependency: Hashable {
    @usableFromInline
    static func == (lhs: Dependency, rhs: Dependency) -> Bool { lhs.kind == rhs.kind && lhs.key == rhs.key }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(kind)
    }
}

/// A parameter type that is not itself a service but says how to get one: `Optional`, `Array`, `Lazy`, `Provider`,
/// `Factory` and `Resolver`.
protocol InjectedWrapper: SendableMetatype {
    /// What the parameter asks for; nil for ``Resolver``, which asks for nothing in particular.
    static var dependency: Dependency? { get }

    /// The parameter's value.
    ///
    /// - Parameter resolver: The resolver of the factory that takes the parameter.
    /// - Returns: The value.
    /// - Throws: The diagnosis where what it asks for cannot be resolved.
    static func injected(by resolver: Resolver) throws(ResolutionError) -> Self

    /// The parameter's value, waiting for async services.
    ///
    /// - Parameter resolver: The resolver of the factory that takes the parameter.
    /// - Returns: The value.
    /// - Throws: The diagnosis where what it asks for cannot be resolved, or `CancellationError`.
    static func asyncInjected(by resolver: Resolver) async throws -> Self

    /// The type as a person would write it.
    static func writtenName(qualified: Bool) -> String
}

extension InjectedWrapper {
    static func asyncInjected(by resolver: Resolver) async throws -> Self { try injected(by: resolver) }
}

/// How one parameter of a `using:` function gets its value.
enum Parameter<Value> {
    private static var wrapper: (any InjectedWrapper.Type)? {
        // The cast looks for a conformance, which a type that is no struct or enum cannot have.
        DynamicType.isObjectOrExistential(Value.self) ? nil : Value.self as? any InjectedWrapper.Type
    }

    /// Whether the value is a service itself, and not a wrapper.
    static var isPlain: Bool { wrapper == nil }

    /// The dependency this parameter stands for.
    ///
    /// An exact registration of a wrapper type wins, which only the container knows; the graph looks for it.
    static var dependency: Dependency? {
        guard let wrapper else { return Dependency(key: Key(Value.self), kind: .required) }
        var dependency = wrapper.dependency
        dependency?.exact = Key(Value.self)
        return dependency
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
        if let slot = container.readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0) {
            // The key holds the type, so what is published under it is of that type.
            if let instance = container.settled(slot, from: build) { return container.value(at: instance, as: type) }
            if let registration = container.published(slot) {
                return try container.call(registration, as: type, from: build)
            }
        }
        return try wrapped(type)
    }

    /// The value of a parameter that is not to be had without the lock.
    @usableFromInline
    @inline(never)
    func wrapped<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
        if Parameter<Value>.isPlain {
            // Not by way of `lasting` where it is the same: threads that all count one container wait for each other, 20 ns each time.
            if !container.core.isOverride { return try container.resolved(type, name: nil, from: build) }
            return try lasting.resolved(type, name: nil, from: build)
        }
        return try Parameter<Value>.value(from: seen)
    }

    /// The resolver of the run that asks, for what a wrapper keeps: one that was unseen is materialized.
    ///
    /// A function that was called unseen goes on with the resolver that it was called with, also when its run has been materialized.
    private var seen: Resolver {
        guard build == nil, let build = ThreadState.recordedBuild, build.container.core === container.core else { return self }
        return Resolver(container: build.container, build: build)
    }
}
