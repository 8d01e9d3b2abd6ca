extension Container {
    /// Registers a function some of whose parameters are runtime arguments; the others are dependencies.
    ///
    /// A parameter of an argument's type comes from the call; several of one type come in order. An argument that no parameter takes, or a
    /// parameter too many of an argument's type, stops the process at once.
    ///
    /// ```swift
    /// container.register(Detail.self, arguments: ItemID.self, using: Detail.init)
    /// let detail = container.resolve(Detail.self, arguments: ItemID(7))
    /// ```
    ///
    /// `first` and `rest` are the types of the arguments, which are part of the key. The other parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, First, each Rest, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, arguments first: First.Type,
        _ rest: repeat (each Rest).Type, in layer: Layer? = nil, overriding: Bool = false, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        typealias Form = ArgumentFactory<Service, First, repeat each Rest>
        let matched = MatchedFunction<repeat each Dependent>(taking: TupleLayout<First, repeat each Rest>(), for: type, file, line)
        add(
            name, lifetime.lifetime, layer, overriding, file, line, arguments: Form.type, dependencies: { matched.parameters.dependencies },
            make: matched.make(factory))
    }

    /// Registers a function some of whose parameters are runtime arguments, and keeps one instance for each of their values.
    ///
    /// Callers share an instance, so its type is `Sendable`. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service: Sendable, First: Hashable & Sendable, each Rest: Hashable & Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, arguments first: First.Type,
        _ rest: repeat (each Rest).Type, in layer: Layer? = nil, overriding: Bool = false, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @Sendable (repeat each Dependent) throws -> Service = Omitted.function()
    ) {
        typealias Form = ArgumentFactory<Service, First, repeat each Rest>
        let matched = MatchedFunction<repeat each Dependent>(taking: TupleLayout<First, repeat each Rest>(), for: type, file, line)
        let make = matched.make(factory).keyed(by: Form.value)
        add(
            name, lifetime.lifetime, layer, overriding, file, line, arguments: Form.type, dependencies: { matched.parameters.dependencies },
            make: make)
    }

    /// Registers a main-actor function some of whose parameters are runtime arguments; the others are dependencies.
    ///
    /// Resolved off the main actor it is ``ResolutionError/requiresMainActor(_:)``; `resolveAsync` goes there. Parameters as in
    /// `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, First, each Rest, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: UniqueLifetime = .transient, arguments first: First.Type,
        _ rest: repeat (each Rest).Type, in layer: Layer? = nil, overriding: Bool = false, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        typealias Form = ArgumentFactory<Service, First, repeat each Rest>
        let matched = MatchedFunction<repeat each Dependent>(taking: TupleLayout<First, repeat each Rest>(), for: type, file, line)
        let make = matched.make(onMainActor: factory)
        add(
            name, lifetime.lifetime, layer, overriding, file, line, .mainActor, arguments: Form.type,
            dependencies: { matched.parameters.dependencies }, make: make)
    }

    /// Registers a main-actor function some of whose parameters are runtime arguments, and keeps one instance for each of their
    /// values.
    ///
    /// Its type need not be `Sendable`: the main actor shares it. Parameters as in `register(_:name:_:in:overriding:file:line:_:using:)`.
    public func register<Service, First: Hashable & Sendable, each Rest: Hashable & Sendable, each Dependent>(
        _ type: Service.Type, name: Name? = nil, _ lifetime: SharedLifetime, arguments first: First.Type,
        _ rest: repeat (each Rest).Type, in layer: Layer? = nil, overriding: Bool = false, file: StaticString = #fileID,
        line: UInt = #line, _ closure: (Resolver, Resolver, Resolver) throws -> Service = Omitted.closure,
        using factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service = Omitted.mainActorFunction()
    ) {
        typealias Form = ArgumentFactory<Service, First, repeat each Rest>
        let matched = MatchedFunction<repeat each Dependent>(taking: TupleLayout<First, repeat each Rest>(), for: type, file, line)
        let make = matched.make(onMainActor: factory).keyed(by: Form.value)
        add(
            name, lifetime.lifetime, layer, overriding, file, line, .mainActor, arguments: Form.type,
            dependencies: { matched.parameters.dependencies }, make: make)
    }
}

/// A function whose parameters were matched with runtime arguments.
private struct MatchedFunction<each Dependent>: Sendable {
    let parameters: GivenParameters<repeat each Dependent>
    private let offsets: [Int]

    /// Matches the arguments with the function's parameters, or stops the process.
    init<each Argument>(taking layout: TupleLayout<repeat each Argument>, for service: any Any.Type, _ file: StaticString, _ line: UInt) {
        offsets = layout.offsets
        do throws(GivenParameters<repeat each Dependent>.Mismatch) {
            parameters = try GivenParameters(taking: layout.types)
        } catch {
            let parameters = error.taken == 1 ? "one parameter" : "\(error.taken == 0 ? "no" : "\(error.taken)") parameters"
            let arguments = error.given == 1 ? "one argument" : "\(error.given) arguments"
            fatalError(
                """
                Depot: \(typeName(of: service)) is registered with \(arguments) of the type \(typeName(of: error.type)), and its function has \
                \(parameters) of that type.
                  fix:  name in `arguments:` the types of the parameters that come from the call, each as often as the function takes it.
                """, file: file, line: line)
        }
    }

    func make<Service>(_ factory: @escaping @Sendable (repeat each Dependent) throws -> Service) -> Make<Service> {
        Make(arguments: { [parameters, offsets] resolver, pointer in
            var position = 0
            return try factory(repeat parameters.value((each Dependent).self, at: &position, resolver) { pointer + offsets[$0] })
        })
    }

    func make<Service>(
        onMainActor factory: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service
    ) -> Make<Service> {
        Make(arguments: { [parameters, offsets] resolver, pointer in
            // The pointer is used before the call returns.
            nonisolated(unsafe) let pointer = pointer
            return try MainThread.run {
                var position = 0
                return try factory(repeat parameters.value((each Dependent).self, at: &position, resolver) { pointer + offsets[$0] })
            }
        })
    }
}
