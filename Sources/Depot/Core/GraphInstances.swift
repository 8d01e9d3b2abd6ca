/// The `.graph` instances of one outermost resolve.
final class GraphInstances: @unchecked Sendable {  // Guarded by the family's lock.
    @exclusivity(unchecked) private var instances: [ObjectIdentifier: Entry] = [:]

    struct Entry {
        let instance: Instance
        /// The override that it belongs to, and the container that it resolved from, which may end before the resolve does.
        let owner: Core?
        let home: Core
    }

    /// The instance made for a registration, if there is one.
    func instance(of registration: Registration) -> Instance? { instances[ObjectIdentifier(registration)]?.instance }

    /// Keeps an instance, in place of one that was made for its registration.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock.
    func keep(_ instance: Instance) -> Entry? {
        instances.updateValue(
            Entry(instance: instance, owner: instance.owner, home: instance.home), forKey: ObjectIdentifier(instance.registration))
    }
}
