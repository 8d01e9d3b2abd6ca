/// The `.graph` instances of one outermost resolve: one of a registration for each container that it is resolved from, and more where a factory
/// has opened an override or a scope in which another one is right.
///
/// A parent's service that is made on the way resolves from the parent, and so must not get what a child's got: that may be made from what the
/// child has registered or replaced, or may ask the child for it later.
final class GraphInstances {  // Guarded by the family's lock.
    @exclusivity(unchecked) private var instances: [Place: [Entry]] = [:]
    /// What the handles in those keep that were made for the caller alone; nil while there are none.
    @exclusivity(unchecked) private(set) var keeping: GraphKeeping?

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

        /// Whether it is right nowhere any more: its override, its scope or a replacement that it saw has ended.
        var isOver: Bool {
            owner?.isClosed ?? false || instance.met?.scope?.isClosed ?? false || instance.replacements.contains { !$0.isActive }
        }
    }

    /// The instances made for a registration that is resolved from a container, the oldest first.
    func instances(of registration: Registration, from view: Core) -> [Entry] { instances[Place(registration, from: view)] ?? [] }

    /// Notes the run of one that the caller alone is to get.
    func begin(_ build: Build) {
        let keeping = keeping ?? GraphKeeping()
        self.keeping = keeping
        build.keeping = keeping
    }

    /// Keeps an instance.
    ///
    /// - Returns: The others of its place that are over, to be released outside the lock.
    func keep(_ instance: Instance) -> [Entry] {
        let place = Place(instance.registration, from: instance.home)
        let known = instances[place] ?? []
        instances[place] = known.filter { !$0.isOver } + [Entry(instance: instance, owner: instance.owner, home: instance.home)]
        return known.filter(\.isOver)
    }
}
