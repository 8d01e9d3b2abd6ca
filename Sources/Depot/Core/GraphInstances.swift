/// The `.graph` instances of one outermost resolve: one of a registration for each container that it is resolved from, and more where a factory
/// has opened an override or a scope in which another one is right.
///
/// A parent's service that is made on the way resolves from the parent, and so must not get what a child's got: that may be made from what the
/// child has registered or replaced, or may ask the child for it later.
final class GraphInstances {  // Guarded by the family's lock.
    @exclusivity(unchecked) private var instances: [Place: [Entry]] = [:]
    /// The arguments that instances were asked for with, by their hash.
    @exclusivity(unchecked) private var arguments: [Int: [Arguments]] = [:]

    /// A registration with the value of its arguments, if any, and the container that its instance resolves from, without the overrides of that.
    private struct Place: Hashable {
        /// The registration or, where it has arguments, the value of those, which is of one registration.
        let service: ObjectIdentifier
        let container: ObjectIdentifier

        init(_ registration: Registration, _ arguments: Arguments?, from view: Core) {
            service = arguments.map { ObjectIdentifier($0) } ?? ObjectIdentifier(registration)
            container = ObjectIdentifier(view.overridden)
        }
    }

    /// A value of the arguments of one registration: the same object for all that are equal.
    final class Arguments {
        private let registration: Registration
        private let values: [AnyHashable]
        fileprivate let hash: Int

        /// Runs the user's code.
        init(_ values: [AnyHashable], of registration: Registration) {
            self.registration = registration
            self.values = values
            hash = values.hashValue
        }

        /// Whether they are equal; runs the user's code.
        func isEqual(to other: Arguments) -> Bool { registration === other.registration && values == other.values }
    }

    struct Entry {
        let instance: Instance
        /// What its handles keep, where it was made for the caller alone.
        let keeping: GraphKeeping?
        /// The override that it belongs to, and the container that it resolved from, which may end before the resolve does.
        let owner: Core?
        let home: Core

        /// Whether it is right nowhere any more: its override, its scope or a replacement that it saw has ended.
        var isOver: Bool {
            owner?.isClosed ?? false || instance.met?.scope?.isClosed ?? false || instance.replacements.contains { !$0.isActive }
        }
    }

    /// The instances made for a registration that is resolved from a container, the oldest first.
    func instances(of registration: Registration, _ arguments: Arguments?, from view: Core) -> [Entry] {
        instances[Place(registration, arguments, from: view)] ?? []
    }

    /// The values that have the hash of another, and may be equal to it.
    ///
    /// Which of them is meant is compared outside the lock, because the comparison is the user's.
    func arguments(like fresh: Arguments) -> [Arguments] { arguments[fresh.hash] ?? [] }

    /// Adds a value, unless one like it was added since `seen` were looked at.
    func add(_ fresh: Arguments, seen: Int) -> Bool {
        guard arguments(like: fresh).count == seen else { return false }
        arguments[fresh.hash, default: []].append(fresh)
        return true
    }

    /// Keeps an instance.
    ///
    /// - Returns: The others of its place that are over, to be released outside the lock.
    func keep(_ instance: Instance, for arguments: Arguments?, keeping: GraphKeeping?) -> [Entry] {
        let place = Place(instance.registration, arguments, from: instance.home)
        let known = instances[place] ?? []
        let entry = Entry(instance: instance, keeping: keeping, owner: instance.owner, home: instance.home)
        instances[place] = known.filter { !$0.isOver } + [entry]
        return known.filter(\.isOver)
    }
}
