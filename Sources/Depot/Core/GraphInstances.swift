/// The `.graph` instances of one outermost resolve: one of a registration for each container that it is resolved from.
///
/// A parent's service that is made on the way resolves from the parent, and so must not get what a child's got: that may be made from what the
/// child has registered or replaced, or may ask the child for it later.
final class GraphInstances: @unchecked Sendable {  // Guarded by the family's lock.
    @exclusivity(unchecked) private var instances: [Place: Entry] = [:]

    /// A registration, and the container that its instance resolves from, without the overrides of that.
    private struct Place: Hashable {
        let registration: ObjectIdentifier
        let container: ObjectIdentifier

        init(_ registration: Registration, from view: Core) {
            self.registration = ObjectIdentifier(registration)
            container = ObjectIdentifier(view.overridden)
        }
    }

    struct Entry {
        let instance: Instance
        /// The override that it belongs to, and the container that it resolved from, which may end before the resolve does.
        let owner: Core?
        let home: Core
    }

    /// The instance made for a registration that is resolved from a container, if there is one.
    func instance(of registration: Registration, from view: Core) -> Instance? { instances[Place(registration, from: view)]?.instance }

    /// Keeps an instance, in place of one that was made for its registration and resolved from the same container.
    ///
    /// - Returns: What it takes the place of, to be released outside the lock.
    func keep(_ instance: Instance) -> Entry? {
        let entry = Entry(instance: instance, owner: instance.owner, home: instance.home)
        return instances.updateValue(entry, forKey: Place(instance.registration, from: instance.home))
    }
}
