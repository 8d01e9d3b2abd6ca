/// The `.graph` instances of one outermost resolve.
final class GraphInstances: @unchecked Sendable {  // Guarded by the family's lock.
    private var instances: [ObjectIdentifier: Instance] = [:]

    /// The instance made for a registration, if there is one.
    func instance(of registration: Registration) -> Instance? {
        instances[ObjectIdentifier(registration)]
    }

    /// Keeps an instance, unless there is one already, as when a factory resolved it again by a `Lazy`.
    ///
    /// - Returns: The instance that is kept.
    func keep(_ instance: Instance) -> Instance {
        let id = ObjectIdentifier(instance.registration)
        if let kept = instances[id] { return kept }
        instances[id] = instance
        return instance
    }
}
