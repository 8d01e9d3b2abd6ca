/// One thing that a scope is given: an instance, or a factory that makes one when it is first asked for.
@usableFromInline
final class Provision: Sendable {
    let key: Key
    /// Where that was said.
    let source: SourceLine
    private let given: Given

    /// Makes an instance of a registration from what is given.
    @usableFromInline
    typealias InstanceOf = @Sendable (_ registration: Registration, _ home: Unmanaged<Core>) -> Instance

    /// Both are called under the family's lock, so they only put together what was given.
    private enum Given {
        case instance(InstanceOf)
        case factory(@Sendable (_ target: Registration) -> Registration)
    }

    /// An instance that exists.
    ///
    /// - Parameters:
    ///   - key: The service.
    ///   - source: Where it is provided.
    ///   - instance: Wraps the instance; specialized where it is provided, because a type that is looked up costs as much as the rest.
    init(_ key: Key, _ source: SourceLine, instance: @escaping InstanceOf) {
        self.key = key
        self.source = source
        given = .instance(instance)
    }

    /// What a factory makes, in the place of what is registered.
    init(_ key: Key, _ source: SourceLine, registration: @escaping @Sendable (_ target: Registration) -> Registration) {
        self.key = key
        self.source = source
        given = .factory(registration)
    }

    /// What makes the service in the place of what is registered; nil for an instance.
    func registration(inPlaceOf target: Registration) -> Registration? {
        if case .factory(let registration) = given { registration(target) } else { nil }
    }

    /// The instance of a registration; nil for a factory.
    func instance(of registration: Registration, home: Unmanaged<Core>) -> Instance? {
        if case .instance(let instance) = given { instance(registration, home) } else { nil }
    }
}
