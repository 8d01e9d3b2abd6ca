/// What the handles in the `.graph` services of one outermost resolve keep: the containers that those were made for, while only the caller has
/// them.
///
/// A shared instance that is made in the same resolve may get one of these services later. Its container keeps it, and so none of them may keep
/// a container from then on.
final class GraphKeeping: Sendable {
    private let containers = Locked<[Container]>([])

    /// Keeps a container; the first of several for one core.
    func keep(_ container: Container) {
        containers.withLock { known in
            if !known.contains(where: { $0.core === container.core }) { known.append(container) }
        }
    }

    /// The container for a core, which was kept, or one that does not own the core.
    func container(for core: Core) -> Container {
        containers.withLock { $0.first { $0.core === core }.unsafelyUnwrapped }
    }

    /// Has containers that own nothing in their places; under the family's lock.
    ///
    /// - Returns: Those there were, to be released outside the lock.
    func letGo() -> [Container] {
        containers.withLock { known in
            let before = known
            known = before.map { $0.core.inner() }
            return before
        }
    }
}
