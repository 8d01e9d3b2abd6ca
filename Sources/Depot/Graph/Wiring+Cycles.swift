extension Wiring {
    /// The construction cycles, each once, as the vertices from where it is entered, in the order of registration.
    ///
    /// One walk in depth finds every edge that leads back onto the way to it; each closes a cycle. An edge that leads across to a
    /// part of the same knot closes one, too, by the shortest way on.
    func cycles() -> [[Int]] {
        var walk = Walk(count: vertices.count)
        for root in vertices.indices where walk.marks[root].order == 0 { walk.visit(root, self) }
        var cycles = walk.cycles
        for crossing in walk.crossings.prefix(Self.crossingLimit) {
            let (source, target) = (crossing[0], crossing[1])
            let knot = walk.marks[source].knot
            if walk.marks[target].knot != knot { continue }
            let ways = ways(from: target, atMost: 1) { edge in
                edge.isImmediate && walk.marks[edge.target].knot == knot
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
    /// What is known of each vertex.
    struct Mark {
        /// When it was first met; 0 before.
        var order = 0
        /// The knot that it belongs to, by the number of its first; -1 while it is open.
        var knot = -1
        /// The first on the way that is reached from it.
        var lowest = 0
        /// Where it is on the way, or -1.
        var position = -1
        /// Which of its edges is the next.
        var next = 0
    }

    private(set) var marks: [Mark]
    /// The cycles that edges back onto the way close.
    private(set) var cycles: [[Int]] = []
    /// The edges to what was met before and is not on the way, each as its source and its target.
    private(set) var crossings: [[Int]] = []
    private var open: [Int] = []
    private var way: [Int] = []
    private var count = 0

    init(count: Int) { marks = Array(repeating: Mark(), count: count) }

    mutating func visit(_ root: Int, _ wiring: borrowing Wiring) {
        enter(root)
        while let vertex = way.last {
            guard let edge = wiring.edge(marks[vertex].next, of: vertex) else {
                leave(vertex)
                continue
            }
            marks[vertex].next += 1
            guard edge.isImmediate else { continue }
            let target = marks[edge.target]
            if target.order == 0 {
                enter(edge.target)
            } else if target.knot < 0 {
                marks[vertex].lowest = min(marks[vertex].lowest, target.order)
                if target.position >= 0 {
                    cycles.append(Array(way[target.position...]))
                } else {
                    crossings.append([vertex, edge.target])
                }
            }
        }
    }

    private mutating func enter(_ vertex: Int) {
        count += 1
        marks[vertex] = Mark(order: count, lowest: count, position: way.count)
        way.append(vertex)
        open.append(vertex)
    }

    private mutating func leave(_ vertex: Int) {
        way.removeLast()
        marks[vertex].position = -1
        let mark = marks[vertex]
        if let parent = way.last { marks[parent].lowest = min(marks[parent].lowest, mark.lowest) }
        guard mark.lowest == mark.order else { return }
        while let member = open.popLast() {
            marks[member].knot = vertex
            if member == vertex { break }
        }
    }
}
