/// One thing that a scope is given: an instance, or a factory that makes one when it is first asked for.
@usableFromInline
final class Provision: Sendable {
    let key: Key
    /// Where that was said.
    let source: SourceLine
    /// What is given, as an instance of what was registered then; nil for a factory.
    var instance: Instance? { given?.value }
    private let given: UncheckedSendable<Instance>?  // It is in no place yet, and only copied.
    /// Makes what stands in the place of what is registered.
    ///
    /// Called under the family's lock, so it only puts together what was given.
    private let factory: (@Sendable (_ target: Registration) -> Registration)?

    /// Where something is provided: what is registered, and the container that it is registered in.
    @usableFromInline
    typealias Target = (registration: Registration, home: Unmanaged<Core>)

    /// An instance that exists and is in no place yet.
    init(_ instance: Instance, _ source: SourceLine) {
        key = instance.registration.key
        self.source = source
        given = UncheckedSendable(instance)
        factory = nil
    }

    /// What a factory makes, in the place of what is registered.
    init(_ key: Key, _ source: SourceLine, registration: @escaping @Sendable (_ target: Registration) -> Registration) {
        self.key = key
        self.source = source
        given = nil
        factory = registration
    }

    /// What makes the service in the place of what is registered; nil for an instance.
    func registration(inPlaceOf target: Registration) -> Registration? { factory?(target) }
}
