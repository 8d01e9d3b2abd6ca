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
        add(name, lifetime.lifetime, layer, overriding, file, line, taking: first, repeat each rest) {
            (parameters: GivenParameters<repeat each Dependent>) in parameters.factory(factory)
        }
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
        let value = RuntimeArguments<First, repeat each Rest>.value
        add(name, lifetime.lifetime, layer, overriding, file, line, taking: first, repeat each rest, keyedBy: value) {
            (parameters: GivenParameters<repeat each Dependent>) in parameters.factory(factory)
        }
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
        add(name, lifetime.lifetime, layer, overriding, file, line, .mainActor, taking: first, repeat each rest) {
            (parameters: GivenParameters<repeat each Dependent>) in parameters.factory(onMainActor: factory)
        }
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
        let value = RuntimeArguments<First, repeat each Rest>.value
        add(name, lifetime.lifetime, layer, overriding, file, line, .mainActor, taking: first, repeat each rest, keyedBy: value) {
            (parameters: GivenParameters<repeat each Dependent>) in parameters.factory(onMainActor: factory)
        }
    }

    /// `value` is the arguments as what one instance is kept for, where it is not kept for `.graph` alone.
    @inline(never)  // Called from four places, which differ in what they make of the parameters.
    private func add<Service, First, each Rest, each Dependent>(
        _ name: Name?, _ lifetime: Lifetime, _ layer: Layer?, _ overriding: Bool, _ file: StaticString, _ line: UInt, _ traits: Traits = [],
        taking first: First.Type, _ rest: repeat (each Rest).Type, keyedBy value: (@Sendable (UnsafeRawPointer) -> [AnyHashable])? = nil,
        by factory: (GivenParameters<repeat each Dependent>) -> @Sendable (Resolver, UnsafeRawPointer) throws -> Service
    ) {
        typealias Arguments = RuntimeArguments<First, repeat each Rest>
        let parameters = GivenParameters<repeat each Dependent>(GivenValues(first, repeat each rest), for: Service.self, file, line)
        let make = Make(arguments: Arguments.type, factory(parameters))
        make.argumentValue = value ?? (lifetime.isGraph ? Arguments.comparedValue : nil)
        make.declaration = Declaration(dependencies: parameters.dependencies)
        add(name, lifetime, layer, overriding, file, line, traits, make: make)
    }
}

extension GivenParameters {
    /// Matches the arguments with the function's parameters, or stops the process.
    fileprivate init(_ values: GivenValues, for service: any Any.Type, _ file: StaticString, _ line: UInt) {
        self.init(taking: values) { type, given, taken in
            let parameters = taken == 1 ? "one parameter" : "\(taken == 0 ? "no" : "\(taken)") parameters"
            let arguments = given == 1 ? "one argument" : "\(given) arguments"
            fatalError(
                """
                Depot: \(typeName(of: service)) is registered with \(arguments) of the type \(typeName(of: type)), and its function has \
                \(parameters) of that type.
                  fix:  name in `arguments:` the types of the parameters that come from the call, each as often as the function takes it.
                """, file: file, line: line)
        }
    }
}
