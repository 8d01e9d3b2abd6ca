extension Wiring {
    /// The construction cycles, each once, as the vertices from where it is entered, in the order of registration.
    ///
    /// One walk in depth (Tarjan, "Depth-first search and linear graph algorithms") finds every edge that leads back onto
    /// the way to it; each closes a cycle. An edge that leads across to a part of the same knot closes one, too, by the
    /// shortest way on. No recursion, so a chain of any length fits on the stack.
    func cycles() -> [[Int]] {
        var walk = Walk(count: vertices.count)
        for root in vertices.indices where walk.order[root] == 0 { walk.visit(root, self) }
        var cycles: [[Int]] = []
        var seen: Set<[Survey.Place]> = []
        func add(_ cycle: [Int]) {
            let places = cycle.map { vertices[$0].place }
            let start = places.indices.min { (places[$0].level, places[$0].index) < (places[$1].level, places[$1].index) } ?? 0
            if seen.insert(Array(places[start...] + places[..<start])).inserted { cycles.append(cycle) }
        }
        for cycle in walk.cycles { add(cycle) }
        for (source, target) in walk.crossings.prefix(Self.crossingLimit) where walk.knot[source] == walk.knot[target] {
            add([source] + way(from: target, to: source, within: walk.knot))
        }
        return cycles
    }

    /// A graph with more knots than this gives enough to read; the work stays linear.
    private static var crossingLimit: Int { 1_000 }

    /// The shortest way inside a knot, the last vertex left out.
    private func way(from start: Int, to end: Int, within knot: [Int]) -> [Int] {
        var cameFrom: [Int: Int] = [start: start]
        var queue = [start]
        var next = 0
        while next < queue.count, cameFrom[end] == nil {
            let now = queue[next]
            next += 1
            for edge in edges[now] where edge.isImmediate && knot[edge.target] == knot[end] && cameFrom[edge.target] == nil {
                cameFrom[edge.target] = now
                queue.append(edge.target)
            }
        }
        var way: [Int] = []
        var now = end
        while now != start, let before = cameFrom[now] {
            way.append(before)
            now = before
        }
        return way.reversed()
    }
}

/// A walk in depth that finds the strongly connected parts, here called knots.
private struct Walk {
    /// When each vertex was first met; 0 before.
    var order: [Int]
    /// The knot each vertex belongs to, by the number of its first; -1 while it is open.
    var knot: [Int]
    /// The cycles that edges back onto the way close.
    var cycles: [[Int]] = []
    /// The edges to what was met before and is not on the way.
    var crossings: [(Int, Int)] = []
    private var lowest: [Int]
    private var position: [Int]
    private var open: [Int] = []
    private var way: [(vertex: Int, next: Int)] = []
    private var count = 0

    init(count: Int) {
        order = Array(repeating: 0, count: count)
        knot = Array(repeating: -1, count: count)
        lowest = order
        position = knot
    }

    mutating func visit(_ root: Int, _ wiring: Wiring) {
        enter(root)
        while let top = way.last {
            let edges = wiring.edges[top.vertex]
            guard top.next < edges.count else {
                leave(top.vertex)
                continue
            }
            way[way.count - 1].next += 1
            let edge = edges[top.next]
            guard edge.isImmediate else { continue }
            if order[edge.target] == 0 {
                enter(edge.target)
            } else if knot[edge.target] < 0 {
                lowest[top.vertex] = min(lowest[top.vertex], order[edge.target])
                if position[edge.target] >= 0 {
                    cycles.append(way[position[edge.target]...].map(\.vertex))
                } else {
                    crossings.append((top.vertex, edge.target))
                }
            }
        }
    }

    private mutating func enter(_ vertex: Int) {
        count += 1
        order[vertex] = count
        lowest[vertex] = count
        position[vertex] = way.count
        way.append((vertex, 0))
        open.append(vertex)
    }

    private mutating func leave(_ vertex: Int) {
        way.removeLast()
        position[vertex] = -1
        if let parent = way.last?.vertex { lowest[parent] = min(lowest[parent], lowest[vertex]) }
        guard lowest[vertex] == order[vertex] else { return }
        while let member = open.popLast() {
            knot[member] = vertex
            if member == vertex { break }
        }
    }
}
