/// The parameters of a function some of which are given at each call instead of being resolved: by their types.
struct GivenParameters<each Dependent>: Sendable {
    /// For each parameter, where the value that it takes is, from the start of the given ones; -1 for a dependency.
    private let offsets: [Int]

    /// Matches the parameters with the given values; where the numbers for a type differ, `refuse` stops the process.
    init(taking values: GivenValues, orRefuse refuse: GivenValues.Refusal) {
        var parameters: [any Any.Type] = []
        for parameter in repeat (each Dependent).self { parameters.append(parameter) }
        offsets = values.offsets(for: parameters, orRefuse: refuse)
    }

    /// What the parameters ask for that are not given.
    @Sendable
    func dependencies() -> [Dependency] {
        var dependencies: [Dependency] = []
        var position = 0
        for parameter in repeat Parameter<each Dependent>.self {
            if offsets[position] < 0, let dependency = parameter.dependency { dependencies.append(dependency) }
            position += 1
        }
        return dependencies
    }

    /// A function as one that takes a resolver and the address of the given values.
    func factory<Service>(
        _ function: @escaping @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver, UnsafeRawPointer) throws -> Service {
        { resolver, values in
            var position = 0
            return try function(repeat value((each Dependent).self, at: &position, resolver, values))
        }
    }

    /// A main-actor function in the same form.
    func factory<Service>(
        onMainActor function: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver, UnsafeRawPointer) throws -> Service {
        { resolver, values in
            // The address is used before the call returns.
            nonisolated(unsafe) let values = values
            return try MainThread.run {
                var position = 0
                return try function(repeat value((each Dependent).self, at: &position, resolver, values))
            }
        }
    }

    /// A function that wraps a service, in a form that waits for its dependencies.
    func awaiting<Service>(
        _ function: @escaping @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Service, Resolver) async throws -> Service {
        { base, resolver in try function(repeat try await Self.value((each Dependent).self, around: base, resolver)) }
    }

    /// A main-actor function that wraps a service, in the same form.
    func awaiting<Service>(
        onMainActor function: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Service, Resolver) async throws -> Service {
        { base, resolver in
            let values = UncheckedSendable((repeat try await Self.value((each Dependent).self, around: base, resolver)))
            return try await MainActor.run { UncheckedSendable(try function(repeat each values.value)) }.value
        }
    }

    /// The value of a parameter: what is wrapped for the one of that type, else resolved.
    private static func value<Service, Value>(_ type: Value.Type, around base: Service, _ resolver: Resolver) async throws -> Value {
        if type == Service.self { return base as! Value }  // It is that type.
        return try await Parameter<Value>.asyncValue(from: resolver)
    }

    /// The value of a parameter, resolved or given; counts the position up.
    private func value<Value>(
        _ type: Value.Type, at position: inout Int, _ resolver: Resolver, _ values: UnsafeRawPointer
    ) throws(ResolutionError) -> Value {
        let offset = offsets[position]
        position += 1
        if offset < 0 { return try resolver.parameter(type) }
        // The parameter was matched with a given value of its very type.
        return (values + offset).assumingMemoryBound(to: Value.self).pointee
    }
}

/// The values that are given at each call, as the elements of a tuple: their types, and where each is.
struct GivenValues {
    private let types: [any Any.Type]
    private let offsets: [Int]

    /// A tuple is laid out like a struct: ABI (docs/ABI/TypeLayout).
    init<each Element>(_ element: repeat (each Element).Type) {
        var types: [any Any.Type] = []
        var offsets: [Int] = []
        var end = 0
        func add<Value>(_ type: Value.Type) {
            let alignment = MemoryLayout<Value>.alignment
            let offset = (end + alignment - 1) / alignment * alignment
            types.append(type)
            offsets.append(offset)
            end = offset + MemoryLayout<Value>.size
        }
        repeat add(each element)
        self.types = types
        self.offsets = offsets
    }

    /// Tells of a type of which more or fewer values are given than there are parameters.
    typealias Refusal = (_ type: any Any.Type, _ given: Int, _ taken: Int) -> Never

    /// For each parameter the offset of the value that it takes, those of one type in order; -1 where none is of its type.
    fileprivate func offsets(for parameters: [any Any.Type], orRefuse refuse: Refusal) -> [Int] {
        for type in parameters + types {
            let (given, taken) = (types.count { $0 == type }, parameters.count { $0 == type })
            if given > 0, given != taken { refuse(type, given, taken) }
        }
        var free = Array(types.indices)
        return parameters.map { parameter in
            free.firstIndex { types[$0] == parameter }.map { offsets[free.remove(at: $0)] } ?? -1
        }
    }
}
