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
        /// The runs inside that one.
        fileprivate let between: [Registration]

        /// For a wait in a ring: the runs from the outermost to the one that waits, as they were when the ring was found.
        ///
        /// A task that is cancelled ends them meanwhile.
        fileprivate(set) var way: [Registration] = []
    }

    /// The edges by their targets.
    private var edges: [ObjectIdentifier: [Edge]] = [:]

    private static let shared = Locked(WaitGraph())

    /// Adds the edge of a wait, unless that would close a ring.
    ///
    /// - Returns: The waits that lead from the target back to the waiter; nil where the edge was added.
    static func add(_ waiter: Build, waitingFor target: Build, by between: [Registration]) -> [Edge]? {
        shared.withLock { $0.add(waiter, waitingFor: target, by: between) }
    }

    /// Removes the edge of a wait that is over.
    @inline(never)
    static func remove(_ waiter: Build, waitingFor target: Build) {
        // What the edge held is released outside the lock.
        withExtendedLifetime(shared.withLock { $0.remove(waiter, waitingFor: target) }) {}
    }

    mutating func add(_ waiter: Build, waitingFor target: Build, by between: [Registration]) -> [Edge]? {
        if let ring = ring(from: target, to: waiter) { return ring }
        edges[ObjectIdentifier(target), default: []].append(Edge(waiter: waiter, target: target, between: between))
        waiter.forEachRunning { $0.waits += 1 }
        return nil
    }

    mutating func remove(_ waiter: Build, waitingFor target: Build) -> Edge? {
        let id = ObjectIdentifier(target)
        guard let index = edges[id]?.firstIndex(where: { $0.waiter === waiter }), let edge = edges[id]?.remove(at: index) else {
            return nil
        }
        if edges[id]?.isEmpty == true { edges[id] = nil }
        waiter.forEachRunning { $0.waits -= 1 }
        return edge
    }

    /// The waits that lead from a build, or a part of it, to a build that `waiter` is part of.
    ///
    /// Found from the waiter on: who waits for it, or for what it is part of, who waits for those, and so on. Most often nobody does, or
    /// the target itself waits for nobody.
    private func ring(from target: Build, to waiter: Build) -> [Edge]? {
        if waiter.isWithin(target) { return [] }
        if target.waits == 0 { return nil }
        var leadsOn: [ObjectIdentifier: Edge] = [:]
        var seen: Set<ObjectIdentifier> = []
        var open: [Build] = []
        waiter.forEachRunning { run in if seen.insert(ObjectIdentifier(run)).inserted { open.append(run) } }
        while let build = open.popLast() {
            for edge in edges[ObjectIdentifier(build)] ?? [] {
                edge.waiter.forEachRunning { run in
                    guard seen.insert(ObjectIdentifier(run)).inserted else { return }
                    leadsOn[ObjectIdentifier(run)] = edge
                    open.append(run)
                }
            }
        }
        guard leadsOn[ObjectIdentifier(target)] != nil else { return nil }
        var ring: [Edge] = []
        var last = target
        while var edge = leadsOn[ObjectIdentifier(last)] {
            edge.way = edge.waiter.path + edge.between
            ring.append(edge)
            last = edge.target
        }
        return ring
    }
}
