import Depot

/// Which nodes of two graphs are the same service.
struct Matches {
    /// The nodes that both have.
    private(set) var pairs: [(before: Graph.Node, after: Graph.Node)] = []
    private let before: Graph
    private let after: Graph
    /// By the place in the earlier graph, the place in the later one, and the other way round.
    private var laterOf: [Int?]
    private var earlierOf: [Int?]
    private let earlierEdges: Set<EdgeID>
    private let laterEdges: Set<EdgeID>

    private struct EdgeID: Hashable {
        let from: Int
        let to: Int
        let kind: Graph.Edge.Kind

        init(_ edge: Graph.Edge) { (from, to, kind) = (edge.from, edge.to, edge.kind) }

        init?(_ edge: Graph.Edge, by places: [Int?]) {
            guard let from = places[edge.from], let to = places[edge.to] else { return nil }
            (self.from, self.to, kind) = (from, to, edge.kind)
        }
    }

    init(_ before: Graph, _ after: Graph) {
        (self.before, self.after) = (before, after)
        laterOf = Array(repeating: nil, count: before.nodes.count)
        earlierOf = Array(repeating: nil, count: after.nodes.count)
        earlierEdges = Set(before.edges.map(EdgeID.init))
        laterEdges = Set(after.edges.map(EdgeID.init))
        // What agrees in all that tells contributions apart first, then whatever is left. An implementation is known once it was made.
        for isAlike in [true, false] {
            match { Likeness($0, implementation: $0.implementation, isAlike: isAlike) }
            match { Likeness($0, isAlike: isAlike) }
        }
        match { Likeness(name: $0.qualifiedName) }
        pairs = after.nodes.compactMap { node in earlier(node).map { ($0, node) } }
    }

    private struct Likeness: Hashable {
        let name: String
        var implementation: String?
        var assembly: String?
        var file: String?
        var lifetime: String?
        var layer: Layer?
        var isAsync: Bool?
        var isMainActor: Bool?

        init(name: String) { self.name = name }

        /// `isAlike` says whether they are to be registered alike, too.
        init(_ node: Graph.Node, implementation: String? = nil, isAlike: Bool) {
            name = node.qualifiedName
            self.implementation = implementation
            (assembly, file) = (node.assembly, node.source?.fileID)
            if isAlike { (lifetime, layer, isAsync, isMainActor) = (node.lifetime, node.layer, node.isAsync, node.isMainActor) }
        }
    }

    private mutating func match(by likeness: (Graph.Node) -> Likeness) {
        let unmatched = before.nodes.filter { laterOf[$0.id] == nil }
        var open = Dictionary(grouping: unmatched, by: likeness).mapValues { $0.makeIterator() }
        for node in after.nodes where earlierOf[node.id] == nil {
            guard let match = open[likeness(node)]?.next() else { continue }
            laterOf[match.id] = node.id
            earlierOf[node.id] = match.id
        }
    }

    /// The node of the earlier graph that a node of the later one was.
    func earlier(_ node: Graph.Node) -> Graph.Node? { earlierOf[node.id].map { before.nodes[$0] } }

    /// The node of the later graph that a node of the earlier one is.
    func later(_ node: Graph.Node) -> Graph.Node? { laterOf[node.id].map { after.nodes[$0] } }

    /// Whether the earlier graph has an edge of the later one.
    func hasEarlier(_ edge: Graph.Edge) -> Bool { EdgeID(edge, by: earlierOf).map { earlierEdges.contains($0) } ?? false }

    /// Whether the later graph has an edge of the earlier one.
    func hasLater(_ edge: Graph.Edge) -> Bool { EdgeID(edge, by: laterOf).map { laterEdges.contains($0) } ?? false }
}
