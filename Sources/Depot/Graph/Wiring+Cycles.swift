extension Wiring {
    /// The construction cycles, each once, as the vertices from where it is entered, in the order of registration.
    ///
    /// One walk in depth finds every edge that leads back onto the way to it; each closes a cycle. An edge that leads across to a
    /// part of the same knot closes one, too, by the shortest way on.
    func cycles() -> [[Int]] {
        var walk = Walk(count: vertices.count)
        for root in vertices.indices where walk.order[root] == 0 { walk.visit(root, self) }
        var cycles = walk.cycles
        for crossing in walk.crossings.prefix(Self.crossingLimit) {
            let (source, target) = (crossing[0], crossing[1])
            let knot = walk.knot[source]
            if walk.knot[target] != knot { continue }
            let ways = ways(from: target, atMost: 1) { edge in
                edge.isImmediate && walk.knot[edge.target] == knot
            } to: { edge in
                edge.isImmediate && edge.target == source
            }
            for way in ways { cycles.append([source] + way[..<(way.count - 1)]) }
        }
        // A cycle is known by its places in one order, written out.
        var known: [String: Int] = [:]
        return cycles.filter { known.updateValue(0, forKey: rotated($0.map { vertices[$0].place }).description) == nil }
    }

    /// A graph with more knots than this gives enough to read; the work stays linear.
    private static var crossingLimit: Int { 1_000 }

    /// A ring from its least member on, so that it is the same wherever it is entered.
    private func rotated(_ ring: [Int]) -> [Int] {
        let start = ring.indices.min { ring[$0] < ring[$1] } ?? 0
        return ring.indices.map { ring[(start + $0) % ring.count] }
    }
}

/// A walk in depth that finds the strongly connected parts, here called knots.
///
/// After Tarjan, "Depth-first search and linear graph algorithms". No recursion, so a chain of any length fits on the stack.
private struct Walk: ~Copyable {
    /// When each vertex was first met; 0 before.
    var order: [Int]
    /// The knot each vertex belongs to, by the number of its first; -1 while it is open.
    var knot: [Int]
    /// The cycles that edges back onto the way close.
    var cycles: [[Int]] = []
    /// The edges to what was met before and is not on the way, each as its source and its target.
    var crossings: [[Int]] = []
    private var lowest: [Int]
    /// Where each vertex is on the way, or -1; and which of its edges is the next.
    private var position: [Int]
    private var next: [Int]
    private var open: [Int] = []
    private var way: [Int] = []
    private var count = 0

    init(count: Int) {
        order = Array(repeating: 0, count: count)
        knot = Array(repeating: -1, count: count)
        lowest = order
        next = order
        position = knot
    }

    mutating func visit(_ root: Int, _ wiring: borrowing Wiring) {
        enter(root)
        while let vertex = way.last {
            guard let edge = wiring.edges(of: vertex).dropFirst(next[vertex]).first else {
                leave(vertex)
                continue
            }
            next[vertex] += 1
            guard edge.isImmediate else { continue }
            if order[edge.target] == 0 {
                enter(edge.target)
            } else if knot[edge.target] < 0 {
                lowest[vertex] = min(lowest[vertex], order[edge.target])
                if position[edge.target] >= 0 {
                    cycles.append(Array(way[position[edge.target]...]))
                } else {
                    crossings.append([vertex, edge.target])
                }
            }
        }
    }

    private mutating func enter(_ vertex: Int) {
        count += 1
        order[vertex] = count
        lowest[vertex] = count
        position[vertex] = way.count
        way.append(vertex)
        open.append(vertex)
    }

    private mutating func leave(_ vertex: Int) {
        way.removeLast()
        position[vertex] = -1
        if let parent = way.last { lowest[parent] = min(lowest[parent], lowest[vertex]) }
        guard lowest[vertex] == order[vertex] else { return }
        while let member = open.popLast() {
            knot[member] = vertex
            if member == vertex { break }
        }
    }
}
