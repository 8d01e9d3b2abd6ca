/// Who waits for whom, across all threads, tasks and containers of the process.
///
/// A build that waits for another is an edge; that a build's children must end before it does is known from their
/// `parent`s. An edge is inserted and checked for a cycle under one short lock, so of the threads that would close
/// a ring the last one sees it, and does not wait.
struct WaitGraph {
    /// One that waits for another.
    struct Edge {
        /// The innermost recorded run that waits.
        let waiter: Build
        let target: Build
        /// The runs from the outermost to the one that waits.
        let way: [Registration]
    }

    private var edges: [Edge] = []

    private static let shared = Locked(WaitGraph())

    /// Adds the edge of a wait, unless that would close a ring.
    ///
    /// - Parameters:
    ///   - waiter: The innermost recorded run that waits.
    ///   - target: The build it waits for.
    ///   - way: The runs from the outermost to the one that waits.
    /// - Returns: The waits that lead from the target back to the waiter, or nil where there is no ring and the edge was
    ///   added.
    static func add(_ waiter: Build, waitingFor target: Build, by way: [Registration]) -> [Edge]? {
        shared.withLock { $0.add(waiter, waitingFor: target, by: way) }
    }

    /// Removes the edge of a wait that is over.
    static func remove(_ waiter: Build, waitingFor target: Build) {
        // What the edge held is let go of outside the lock.
        withExtendedLifetime(shared.withLock { $0.remove(waiter, waitingFor: target) }) {}
    }

    mutating func add(_ waiter: Build, waitingFor target: Build, by way: [Registration]) -> [Edge]? {
        if let ring = ring(from: target, to: waiter) { return ring }
        edges.append(Edge(waiter: waiter, target: target, way: way))
        return nil
    }

    mutating func remove(_ waiter: Build, waitingFor target: Build) -> Edge? {
        guard let index = edges.firstIndex(where: { $0.waiter === waiter && $0.target === target }) else { return nil }
        return edges.remove(at: index)
    }

    /// The waits that lead from a build, or a part of it, to a build that `waiter` is part of.
    private func ring(from target: Build, to waiter: Build) -> [Edge]? {
        var cameBy: [ObjectIdentifier: (edge: Edge, from: Build)] = [:]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(target)]
        var open = [target]
        while let build = open.popLast() {
            if waiter.isWithin(build) {
                var ring: [Edge] = []
                var last = build
                while let step = cameBy[ObjectIdentifier(last)] {
                    ring.append(step.edge)
                    last = step.from
                }
                return ring.reversed()
            }
            for edge in edges where !seen.contains(ObjectIdentifier(edge.target)) && edge.waiter.isWithin(build) {
                seen.insert(ObjectIdentifier(edge.target))
                cameBy[ObjectIdentifier(edge.target)] = (edge, build)
                open.append(edge.target)
            }
        }
        return nil
    }
}
