/// The factory of a service on its way into a registration, in the forms it can be called in.
///
/// A registration has one of them, an alias two; what decorates an async one has a synchronous form that is not called. Each is a struct,
/// because a closure that is itself the content of an optional is wrapped in another one whenever generic code puts it in or takes it out,
/// which allocates. And this is a class, because a struct of them is copied by what the types of its optionals say, 2,000 instructions each
/// time that those are looked up.
@usableFromInline
final class Make<Service> {
    @usableFromInline var plain: Plain?
    @usableFromInline var arguments: WithArguments?
    /// The arguments' types as a key has them: nil where there are none.
    private(set) var argumentTypes: (any Any.Type)?
    var async: Async?
    /// The services that it asks for; nil where that is not known.
    var declaration: Declaration?
    /// What it wraps, and by what; nil for what is not decorated.
    var decoration: Decoration<Service>?
    /// The arguments as what one instance is kept for; nil where the arguments do not matter.
    var argumentValue: (@Sendable (UnsafeRawPointer) -> [AnyHashable])?

    /// A factory that takes only the resolver.
    @usableFromInline
    struct Plain: Sendable {
        @usableFromInline let call: @Sendable (Resolver) throws -> Service
    }

    /// A factory that takes runtime arguments as well.
    @usableFromInline
    struct WithArguments: Sendable {
        /// The second parameter points to the arguments as a value of the key's argument type.
        @usableFromInline let call: @Sendable (Resolver, UnsafeRawPointer) throws -> Service
    }

    /// Calls a factory and wraps what it made, where the type is known: an existential that passes through code that is not specialized
    /// is copied at each step, 50 instructions each.
    struct Instance: Sendable {
        let call: InstanceMaker<Service>
    }

    struct Async: Sendable {
        let call: @Sendable (Resolver) async throws -> Service
    }

    init() {}

    convenience init(dependencies: (@Sendable () -> [Dependency])? = nil, plain: @escaping @Sendable (Resolver) throws -> Service) {
        self.init()
        self.plain = Plain(call: plain)
        declaration = dependencies.map { Declaration(dependencies: $0) }
    }

    /// A factory that reads its arguments from a pointer; where the key has none, it is one that takes only the resolver.
    convenience init(arguments types: (any Any.Type)?, _ factory: @escaping @Sendable (Resolver, UnsafeRawPointer) throws -> Service) {
        self.init()
        argumentTypes = types
        if types == nil {
            plain = Plain { resolver in try factory(resolver, noArguments) }
        } else {
            arguments = WithArguments(call: factory)
        }
    }

    convenience init(async: @escaping @Sendable (Resolver) async throws -> Service) {
        self.init()
        self.async = Async(call: async)
    }
}

/// Calls a factory and wraps what it made; with it goes whether that may be `Disposable`.
@usableFromInline
typealias InstanceMaker<Service> =
    @Sendable (_ factory: (Resolver) throws -> Service, Resolver, Registration, Unmanaged<Core>) throws -> (Instance, mayBeDisposable: Bool)

extension Make {
    /// A factory that takes runtime arguments, or none.
    convenience init<each Argument>(taking factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service) {
        self.init(arguments: RuntimeArguments<repeat each Argument>.type) { resolver, pointer in
            // The pointer is to the arguments of a resolve whose key has these very types.
            let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
            return try factory(resolver, repeat each arguments)
        }
    }

    /// A main-actor factory that takes runtime arguments, or none.
    convenience init<each Argument>(
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        self.init(arguments: RuntimeArguments<repeat each Argument>.type) { resolver, pointer in
            // As above; and the pointer is used before the call returns.
            nonisolated(unsafe) let pointer = pointer
            return try MainThread.run {
                let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
                return try factory(resolver, repeat each arguments)
            }
        }
    }

    /// The same factory, with one instance kept for each value of its arguments, if it has any.
    func keyed(by value: (@Sendable (UnsafeRawPointer) -> [AnyHashable])?) -> Make {
        if arguments != nil { argumentValue = value }
        return self
    }
}

/// The runtime arguments of a factory, which it gets by way of a pointer.
struct RuntimeArguments<each Argument> {
    /// Their types as a key has them: nil where there are none.
    static var type: (any Any.Type)? {
        let type: any Any.Type = (repeat each Argument).self
        return type == Void.self ? nil : type
    }

    /// The arguments as what one `.graph` instance is kept for: one that cannot be compared is equal to no other.
    @Sendable static func comparedValue(_ pointer: UnsafeRawPointer) -> [AnyHashable] {
        // The pointer is to the arguments of a resolve whose key has these very types.
        let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
        var values: [AnyHashable] = []
        for argument in repeat each arguments {
            values.append((argument as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(Unequal()))
        }
        return values
    }
}

/// Equal to itself only.
private final class Unequal: Hashable {
    static func == (lhs: Unequal, rhs: Unequal) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RuntimeArguments where repeat each Argument: Hashable & Sendable {
    /// The arguments as what one instance is kept for.
    @Sendable static func value(_ pointer: UnsafeRawPointer) -> [AnyHashable] {
        // The pointer is to the arguments of a resolve whose key has these very types.
        let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(AnyHashable(argument)) }
        return values
    }
}

/// Where there are no arguments, their pointer is not looked at, but it must be one.
///
/// Never read and never written through, so it may be shared.
nonisolated(unsafe) let noArguments = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))
