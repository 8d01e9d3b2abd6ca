/// Who waits for whom, across all threads, tasks and containers of the process.
///
/// A build that waits for another is an edge; that a build's children must end before it does is known from their
/// `parent`s. An edge is inserted and checked for a cycle under one short lock, so of the threads that would close
/// a ring the last one sees it, and does not wait.
struct WaitGraph {
    private var edges: [(waiter: Build, target: Build)] = []

    private static let shared = Locked(WaitGraph())

    /// Adds the edge of a wait, unless that would close a ring.
    ///
    /// - Parameters:
    ///   - waiter: The innermost recorded run that waits.
    ///   - target: The build it waits for.
    /// - Returns: The builds of the ring from the target on, or nil where there is none and the edge was added.
    static func add(_ waiter: Build, waitingFor target: Build) -> [Build]? {
        shared.withLock { $0.add(waiter, waitingFor: target) }
    }

    /// Removes the edge of a wait that is over.
    static func remove(_ waiter: Build, waitingFor target: Build) {
        shared.withLock { $0.remove(waiter, waitingFor: target) }
    }

    mutating func add(_ waiter: Build, waitingFor target: Build) -> [Build]? {
        if let ring = ring(from: target, to: waiter) { return ring }
        edges.append((waiter, target))
        return nil
    }

    mutating func remove(_ waiter: Build, waitingFor target: Build) {
        guard let index = edges.firstIndex(where: { $0.waiter === waiter && $0.target === target }) else { return }
        edges.remove(at: index)
    }

    /// The way from a build over what its parts wait for to a build that `waiter` is part of.
    private func ring(from target: Build, to waiter: Build) -> [Build]? {
        var cameFrom: [ObjectIdentifier: Build] = [:]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(target)]
        var open = [target]
        while let build = open.popLast() {
            if waiter.isWithin(build) {
                var way = [build]
                while let last = way.last, let before = cameFrom[ObjectIdentifier(last)] { way.append(before) }
                return way.reversed()
            }
            for edge in edges where edge.waiter.isWithin(build) {
                guard seen.insert(ObjectIdentifier(edge.target)).inserted else { continue }
                cameFrom[ObjectIdentifier(edge.target)] = build
                open.append(edge.target)
            }
        }
        return nil
    }
}
