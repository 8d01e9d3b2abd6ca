import Depot
import Foundation

/// What the page is given, as its script reads it.
struct PageData: Encodable {
    let title: String
    let layers: [Layer]
    let nodes: [Node]
    let edges: [Graph.Edge]
    let problems: [Problem]
    let changes: Changes?

    struct Layer: Encodable {
        let name: String
        let rank: Double
    }

    /// A node without what is not so, which is most.
    struct Node: Encodable {
        let node: Graph.Node

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Graph.Field.self)
            try fields.encode(node.id, forKey: "id")
            try fields.encode(node.name, forKey: "name")
            try fields.encode(node.qualifiedName, forKey: "key")
            try fields.encodeIfPresent(node.implementation, forKey: "implementation")
            try fields.encode(node.lifetime, forKey: "lifetime")
            try fields.encodeIfPresent(node.layer?.name, forKey: "layer")
            try fields.encodeIfPresent(node.source?.fileID, forKey: "file")
            try fields.encodeIfPresent(node.source?.line, forKey: "line")
            try fields.encodeIfPresent(node.assembly, forKey: "assembly")
            for (name, trait) in Graph.Node.Traits.named where node.traits.contains(trait) {
                try fields.encode(true, forKey: Graph.Field(stringValue: name))
            }
            if node.observedResolves > 0 { try fields.encode(node.observedResolves, forKey: "resolves") }
            if !node.instances.isEmpty { try fields.encode(node.instances.map { Instance($0) }, forKey: "instances") }
        }
    }

    struct Instance: Encodable {
        let number: Int
        let age: String
        let requester: String?

        init(_ instance: Graph.Instance) {
            (number, age, requester) = (instance.number, instance.age.written, instance.requester)
        }
    }

    struct Problem: Encodable {
        let kind: String
        let what: String
        let path: [String]
        let alsoNeededBy: [String]
        let fix: String
        /// The nodes of the path, as far as they are in the graph.
        let nodes: [Int]
    }

    struct Changes: Encodable {
        let added: [Int]
        let removed: [Removed]
        let changed: [Changed]
        let addedEdges: [Int]
        let removedEdges: [RemovedEdge]
        let addedProblems: [Int]
        let removedProblems: [RemovedProblem]

        struct Removed: Encodable {
            let name: String
            let lifetime: String
            let layer: String?
        }

        struct Changed: Encodable {
            let id: Int
            let facets: [Facet]
        }

        struct Facet: Encodable {
            let name: String
            let from: String
            let to: String
        }

        struct RemovedEdge: Encodable {
            let from: String
            let to: String
            let kind: Graph.Edge.Kind
            /// The ends that are still there.
            let nodes: [Int]
        }

        struct RemovedProblem: Encodable {
            let kind: String
            let what: String
        }
    }

    /// As JSON that can stand in a `<script>`: nothing in it ends that, or begins anything.
    var json: String {
        String(decoding: GraphCoding.compact(self), as: UTF8.self).replacingScalars { $0 == "<" ? #"\u003c"# : nil }
    }
}

extension PageData {
    init(_ graph: Graph, title: String, changes: GraphChanges?) {
        let places = StepPlaces(graph)
        self.init(
            title: title, layers: graph.layers.map { Layer(name: $0.name, rank: $0.rank) }, nodes: graph.nodes.map { Node(node: $0) },
            edges: graph.edges,
            problems: graph.problems.map { problem in
                Problem(
                    kind: problem.kind.rawValue, what: problem.what, path: problem.path.map(\.description),
                    alsoNeededBy: problem.alsoNeededBy.map(\.description), fix: problem.fix,
                    nodes: (problem.path + problem.alsoNeededBy).compactMap { places.node(of: $0) })
            }, changes: changes.map { Changes($0, in: graph) })
    }
}

extension PageData.Changes {
    fileprivate init(_ changes: GraphChanges, in graph: Graph) {
        let matches = Matches(changes.earlier, graph)
        let addedProblems = Set(changes.addedProblems)
        self.init(
            added: changes.added.map(\.id),
            removed: changes.removed.map { Removed(name: $0.name, lifetime: $0.lifetime, layer: $0.layer?.name) },
            changed: changes.changed.map { change in
                Changed(id: change.after.id, facets: change.facets.map { Facet(name: $0.name, from: $0.before, to: $0.after) })
            }, addedEdges: graph.edges.indices.filter { !matches.hasEarlier(graph.edges[$0]) },
            removedEdges: changes.earlier.edges.filter { !matches.hasLater($0) }.map { edge in
                let ends = [changes.earlier.nodes[edge.from], changes.earlier.nodes[edge.to]]
                return RemovedEdge(
                    from: ends[0].name, to: ends[1].name, kind: edge.kind, nodes: ends.compactMap { matches.later($0)?.id })
            },
            addedProblems: graph.problems.indices.filter { addedProblems.contains(graph.problems[$0]) },
            removedProblems: changes.removedProblems.map { RemovedProblem(kind: $0.kind.rawValue, what: $0.what) })
    }
}
