/// Who waits for whom, across all threads, tasks and containers of the process.
///
/// A build that waits for another is an edge, and so is a thread that waits for a build or for what another thread has. That a build's
/// children must end before it does is known from their `parent`s. An edge is inserted and checked for a cycle under one short lock, so of
/// those that would close a ring the last one sees it, and does not wait.
package struct WaitGraph {
    /// One that waits.
    struct Waiter {
        /// The innermost recorded run that waits.
        let build: Build?
        /// The runs inside that one.
        let between: [Registration]
        /// The thread that is blocked; nil for a task, which holds up none.
        let thread: CurrentThread.ID?

        init(thread: CurrentThread.ID?, build: Build?, between: [Registration] = []) {
            self.build = build
            self.between = between
            self.thread = thread
        }
    }

    /// What is waited for.
    enum Target {
        case build(Build)
        case turn(ThreadTurn)
    }

    /// One that waits for another.
    struct Edge {
        let waiter: Waiter
        let target: Target

        /// For a wait in a ring: the runs from the outermost to the one that waits, as they were when the ring was found.
        ///
        /// A task that is cancelled ends them meanwhile.
        fileprivate(set) var way: [Registration] = []
    }

    /// A run, or a thread, that cannot go on.
    fileprivate enum Node: Hashable {
        case build(ObjectIdentifier)
        case thread(CurrentThread.ID)
    }

    /// The edges to builds, by these.
    private var edges: [ObjectIdentifier: [Edge]] = [:]
    /// The edges to what threads have.
    private var turns: [Edge] = []
    /// The threads that wait.
    private var threads: Set<CurrentThread.ID> = []

    private static let shared = Locked(WaitGraph())
}

/// What one thread has at a time and others wait for: the turn to write a shared value, the making of a default.
package final class ThreadTurn: Sendable {
    let isExclusive: Bool
    let holder: @Sendable () -> CurrentThread.ID?
    let name: @Sendable () -> String

    /// - Parameters:
    ///   - isExclusive: Whether no two threads may have it, as where a default is made twice.
    ///   - holder: The thread that has it now; called under the lock of the graph.
    ///   - name: What an error calls it.
    package init(isExclusive: Bool, holder: @escaping @Sendable () -> CurrentThread.ID?, name: @escaping @Sendable () -> String) {
        self.isExclusive = isExclusive
        self.holder = holder
        self.name = name
    }
}

extension WaitGraph {
    /// Adds the edge of a wait, unless that would close a ring.
    ///
    /// - Returns: The waits that lead from the target back to the waiter; nil where the edge was added.
    @inline(never)
    static func add(_ waiter: Waiter, waitingFor target: Target) -> [Edge]? {
        shared.withLock { $0.add(waiter, waitingFor: target) }
    }

    /// Removes the edge of a wait that is over.
    @inline(never)
    static func remove(_ waiter: Waiter, waitingFor target: Target) {
        // What the edge held is released outside the lock.
        withExtendedLifetime(shared.withLock { $0.remove(waiter, waitingFor: target) }) {}
    }

    /// Removes the edge of a task.
    static func remove(task: Build, waitingFor target: Build) {
        remove(Waiter(thread: nil, build: task), waitingFor: .build(target))
    }

    mutating func add(_ waiter: Waiter, waitingFor target: Target) -> [Edge]? {
        if let ring = ring(from: target, to: waiter) { return ring }
        let edge = Edge(waiter: waiter, target: target)
        switch target {
        case .build(let build): edges[ObjectIdentifier(build), default: []].append(edge)
        case .turn: turns.append(edge)
        }
        if let thread = waiter.thread { threads.insert(thread) }
        waiter.build?.forEachRunning { $0.waits += 1 }
        return nil
    }

    mutating func remove(_ waiter: Waiter, waitingFor target: Target) -> Edge? {
        guard let edge = take(waiter, waitingFor: target) else { return nil }
        if let thread = waiter.thread { threads.remove(thread) }
        waiter.build?.forEachRunning { $0.waits -= 1 }
        return edge
    }

    private mutating func take(_ waiter: Waiter, waitingFor target: Target) -> Edge? {
        func isIts(_ edge: Edge) -> Bool { edge.waiter.thread == waiter.thread && edge.waiter.build === waiter.build }
        guard case .build(let build) = target else { return turns.firstIndex(where: isIts).map { turns.remove(at: $0) } }
        let id = ObjectIdentifier(build)
        defer { if edges[id]?.isEmpty == true { edges[id] = nil } }
        return edges[id]?.firstIndex(where: isIts).flatMap { edges[id]?.remove(at: $0) }
    }
}

extension WaitGraph {
    /// The waits that lead from a target, or a part of it, to what the waiter is part of, or to its thread.
    ///
    /// Found from the waiter on: who waits for it, or for what it is part of, who waits for those, and so on. Most often nobody does, or
    /// the target itself waits for nobody.
    private func ring(from target: Target, to waiter: Waiter) -> [Edge]? {
        switch target {
        case .build(let build):
            if waiter.build?.isWithin(build) ?? false { return [] }
            if build.waits == 0 { return nil }
        case .turn(let turn):
            guard let holder = turn.holder(), threads.contains(holder) else { return nil }
        }
        var open = waiter.nodes
        var leadsOn: [Node: Edge] = [:]
        var seen = Set(open)
        while let node = open.popLast() {
            for edge in edges(to: node) {
                for next in edge.waiter.nodes where seen.insert(next).inserted {
                    leadsOn[next] = edge
                    open.append(next)
                }
            }
        }
        var ring: [Edge] = []
        var last = target
        while let node = last.node, var edge = leadsOn[node] {
            edge.way = (edge.waiter.build?.path ?? []) + edge.waiter.between
            ring.append(edge)
            last = edge.target
        }
        return ring.isEmpty ? nil : ring
    }

    private func edges(to node: Node) -> [Edge] {
        switch node {
        case .build(let id): edges[id] ?? []
        case .thread: turns.filter { $0.target.node == node }
        }
    }
}

extension WaitGraph.Waiter {
    /// What cannot go on while it waits.
    fileprivate var nodes: [WaitGraph.Node] {
        var nodes = thread.map { [WaitGraph.Node.thread($0)] } ?? []
        build?.forEachRunning { nodes.append(.build(ObjectIdentifier($0))) }
        return nodes
    }
}

extension WaitGraph.Target {
    /// What has to go on for the wait to end.
    ///
    /// In a ring it stays the same while the graph is locked: nobody there goes on before that has taken its wait out.
    fileprivate var node: WaitGraph.Node? {
        switch self {
        case .build(let build): .build(ObjectIdentifier(build))
        case .turn(let turn): turn.holder().map { .thread($0) }
        }
    }

    /// Whether it cannot be had twice.
    var isExclusive: Bool {
        if case .turn(let turn) = self { turn.isExclusive } else { true }
    }

    var registration: Registration? {
        if case .build(let build) = self { build.registration } else { nil }
    }

    var step: ResolutionError.Step {
        switch self {
        case .build(let build): build.registration.step
        case .turn(let turn): ResolutionError.Step(name: turn.name(), source: nil)
        }
    }
}
