/// The parameters of a `using:` function.
@usableFromInline
struct Parameters<each Dependent> {
    /// The function as a factory closure, specialized where it is registered.
    @inlinable
    static func factory<Service>(
        _ function: @escaping @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver) throws -> Service {
        { resolver in try function(repeat resolver.parameter((each Dependent).self)) }
    }

    /// The main-actor function as a factory closure.
    @inlinable
    static func factory<Service>(
        onMainActor function: @escaping @MainActor @Sendable (repeat each Dependent) throws -> Service
    ) -> @Sendable (Resolver) throws -> Service {
        { resolver in try MainThread.run { try function(repeat resolver.parameter((each Dependent).self)) } }
    }

    /// Whether there are none.
    @inlinable
    static var isEmpty: Bool {
        for _ in repeat (each Dependent).self { return false }
        return true
    }

    private static var count: Int {
        var count = 0
        for _ in repeat (each Dependent).self { count += 1 }
        return count
    }

    /// What they ask for, in order.
    @usableFromInline
    @Sendable
    static func dependencies() -> [Dependency] {
        var dependencies: [Dependency] = []
        dependencies.reserveCapacity(count)
        for parameter in repeat Parameter<each Dependent>.self {
            if let dependency = parameter.dependency { dependencies.append(dependency) }
        }
        return dependencies
    }
}
