/// The parameters of a `using:` function some of which are given at each call instead of being resolved: by their types.
struct GivenParameters<each Dependent>: Sendable {
    /// For each parameter, the number of the given value that it takes; nil for a dependency.
    private let sources: [Int?]

    /// Matches parameters with given values, told by their types: those of one type in order.
    init(taking types: [any Any.Type]) throws(Mismatch) {
        var sources: [Int?] = []
        var free: [ObjectIdentifier: [Int]] = [:]
        for (index, type) in types.enumerated() { free[ObjectIdentifier(type), default: []].append(index) }
        for parameter in repeat (each Dependent).self {
            let id = ObjectIdentifier(parameter)
            if free[id]?.isEmpty == true {
                throw Mismatch(type: parameter, given: types.count { $0 == parameter }, taken: Self.count(of: parameter))
            }
            sources.append(free[id]?.removeFirst())
        }
        if let index = free.values.flatMap({ $0 }).min() {
            throw Mismatch(type: types[index], given: types.count { $0 == types[index] }, taken: Self.count(of: types[index]))
        }
        self.sources = sources
    }

    /// A type of which as many values are given as there are not parameters.
    struct Mismatch: Error {
        let type: any Any.Type
        let given: Int
        let taken: Int
    }

    private static func count(of type: any Any.Type) -> Int {
        var count = 0
        for parameter in repeat (each Dependent).self { count += parameter == type ? 1 : 0 }
        return count
    }

    /// What the parameters ask for that are not given.
    var dependencies: [Dependency] {
        var dependencies: [Dependency] = []
        var position = 0
        for parameter in repeat Parameter<each Dependent>.self {
            if sources[position] == nil, let dependency = parameter.dependency { dependencies.append(dependency) }
            position += 1
        }
        return dependencies
    }

    /// The value of a parameter, resolved or given; counts the position up, and `values` tells where a given one is, by its number.
    func value<Value>(
        _ type: Value.Type, at position: inout Int, _ resolver: Resolver, _ values: (Int) -> UnsafeRawPointer
    ) throws(ResolutionError) -> Value {
        defer { position += 1 }
        guard let source = sources[position] else { return try resolver.parameter(type) }
        // The parameter was matched with a given value of its very type.
        return values(source).assumingMemoryBound(to: Value.self).pointee
    }
}

/// Where the values of a tuple are, from its start.
///
/// A tuple is laid out like a struct: ABI (docs/ABI/TypeLayout).
struct TupleLayout<each Element> {
    let offsets: [Int]
    let types: [any Any.Type]

    init() {
        var offsets: [Int] = []
        var types: [any Any.Type] = []
        var end = 0
        func add<Value>(_ type: Value.Type) {
            let alignment = MemoryLayout<Value>.alignment
            let offset = (end + alignment - 1) / alignment * alignment
            offsets.append(offset)
            types.append(type)
            end = offset + MemoryLayout<Value>.size
        }
        repeat add((each Element).self)
        self.offsets = offsets
        self.types = types
    }
}
