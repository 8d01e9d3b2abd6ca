/// The factory of a service, in the forms it can be called in.
struct Make<Service>: Sendable {
    enum Sync: Sendable {
        case none
        case plain(@Sendable (Resolver) throws -> Service)
        /// The second parameter points to the arguments as a value of the key's argument type.
        case arguments(@Sendable (Resolver, UnsafeRawPointer) throws -> Service)
    }

    enum Async: Sendable {
        case none
        case plain(@Sendable (Resolver) async throws -> Service)
    }

    var sync: Sync = .none
    var async: Async = .none
    /// The arguments as what one instance is kept for; nil where the arguments do not matter.
    var argumentValue: (@Sendable (UnsafeRawPointer) -> AnyHashable)?

    /// Calls the synchronous factory. The caller has checked that there is one.
    func callAsFunction(_ resolver: Resolver, _ arguments: UnsafeRawPointer) throws -> Service {
        switch sync {
        case .plain(let make): return try make(resolver)
        case .arguments(let make): return try make(resolver, arguments)
        case .none: fatalError("Depot: an async factory was called synchronously.")
        }
    }

    /// Whether only the async factory makes an instance without further ado.
    var prefersAsync: Bool {
        if case .none = async { return false }
        return true
    }
}

extension Make {
    /// A function of dependencies.
    init<each Dependent>(using factory: @escaping @Sendable (repeat each Dependent) throws -> Service) {
        let parameters = (repeat Parameter<each Dependent>())
        sync = .plain { resolver in try factory(repeat (each parameters).value(from: resolver)) }
    }

    /// A main-actor function of dependencies.
    init<each Dependent>(usingOnMainActor factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service) {
        let parameters = (repeat Parameter<each Dependent>())
        sync = .plain { resolver in
            try MainThread.run { try factory(repeat (each parameters).value(from: resolver)) }
        }
    }

    /// An async function of dependencies, on whatever actor it is isolated to.
    init<each Dependent>(
        usingAsync factory: @escaping @isolated(any) @Sendable (repeat each Dependent) async throws -> Service
    ) where Service: Sendable {
        let parameters = (repeat Parameter<each Dependent>())
        let make: @concurrent @Sendable (Resolver) async throws -> Service = { resolver in
            try await factory(repeat (each parameters).asyncValue(from: resolver))
        }
        async = .plain { resolver in try await make(resolver) }
    }

    /// An async function of dependencies that runs on no actor.
    init<each Dependent>(usingConcurrent factory: @escaping @concurrent @Sendable (repeat each Dependent) async throws -> Service) {
        let parameters = (repeat Parameter<each Dependent>())
        let make: @concurrent @Sendable (Resolver) async throws -> Transferred<Service> = { resolver in
            Transferred(try await factory(repeat (each parameters).asyncValue(from: resolver)))
        }
        async = .plain { resolver in try await make(resolver).value }
    }
}

/// A factory that takes runtime arguments, by way of a pointer to them.
struct ArgumentFactory<Service, each Argument> {
    /// The factory in the form that is kept.
    static func make(
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Make<Service> {
        Make(
            sync: .arguments { resolver, pointer in
                // The pointer is to the arguments of a resolve whose key has these very types.
                let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
                return try factory(resolver, repeat each arguments)
            })
    }

    /// A main-actor factory in the form that is kept.
    static func make(
        onMainActor factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Make<Service> {
        Make(
            sync: .arguments { resolver, pointer in
                // As above; and the pointer is used before the call returns.
                nonisolated(unsafe) let pointer = pointer
                return try MainThread.run {
                    let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
                    return try factory(resolver, repeat each arguments)
                }
            })
    }
}

extension ArgumentFactory where repeat each Argument: Hashable & Sendable {
    /// The arguments as what one instance is kept for.
    @Sendable static func value(_ pointer: UnsafeRawPointer) -> AnyHashable {
        // The pointer is to the arguments of a resolve whose key has these very types.
        let arguments = pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(AnyHashable(argument)) }
        return AnyHashable(values)
    }
}

extension Make {
    /// The same factory, with one instance kept for each value of its arguments.
    func keyed(by value: @escaping @Sendable (UnsafeRawPointer) -> AnyHashable) -> Make {
        var keyed = self
        keyed.argumentValue = value
        return keyed
    }
}

/// The parameters of a `using:` function, as dependencies.
struct Parameters<each Dependent> {
    @Sendable static func dependencies() -> [Dependency] {
        var dependencies: [Dependency] = []
        for parameter in repeat Parameter<each Dependent>() {
            if let dependency = parameter.dependency { dependencies.append(dependency) }
        }
        return dependencies
    }
}
