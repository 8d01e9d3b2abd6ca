import Depot
import Foundation

/// What the page is given, as its script reads it.
struct PageData {
    private let fields: Fields

    init(_ graph: Graph, title: String, changes: GraphChanges?) {
        let places = StepPlaces(graph)
        fields = [
            "title": title, "layers": graph.layers.map { layer -> Fields in ["name": layer.name, "rank": layer.rank] },
            "nodes": graph.nodes.map(Self.written), "edges": graph.edges,
            "problems": graph.problems.map { problem -> Fields in
                // The nodes are those of the path, as far as they are in the graph.
                let nodes = (problem.path + problem.alsoNeededBy).compactMap { places.node(of: $0) }
                return [
                    "kind": problem.kind.rawValue, "what": problem.what, "path": problem.path.map(\.description),
                    "alsoNeededBy": problem.alsoNeededBy.map(\.description), "fix": problem.fix, "nodes": nodes,
                ]
            }, "changes": changes.map { Self.written($0, in: graph) },
        ]
    }

    /// As JSON that can stand in a `<script>`: nothing in it ends that, or begins anything.
    var json: String {
        String(decoding: GraphCoding.compact(fields), as: UTF8.self).escaped(["<": #"\u003c"#])
    }

    /// A node without what is not so, which is most.
    private static func written(_ node: Graph.Node) -> Fields {
        let instances = node.instances.map { instance -> Fields in
            ["number": instance.number, "age": instance.age.written, "requester": instance.requester]
        }
        var fields: Fields = [
            "id": node.id, "name": node.name, "key": node.qualifiedName, "implementation": node.implementation, "lifetime": node.lifetime,
            "layer": node.layer?.name, "file": node.source?.fileID, "line": node.source?.line, "assembly": node.assembly,
            "resolves": node.observedResolves > 0 ? node.observedResolves : nil, "instances": instances.isEmpty ? nil : instances,
        ]
        for (name, trait) in Graph.Node.Traits.named where node.traits.contains(trait) { fields.add(name, true) }
        return fields
    }

    private static func written(_ changes: GraphChanges, in graph: Graph) -> Fields {
        let matches = Matches(changes.earlier, graph)
        let addedProblems = Set(changes.addedProblems)
        return [
            "added": changes.added.map(\.id),
            "removed": changes.removed.map { node -> Fields in
                ["name": node.name, "lifetime": node.lifetime, "layer": node.layer?.name]
            },
            "changed": changes.changed.map { change -> Fields in
                let facets = change.facets.map { facet -> Fields in
                    ["name": facet.name, "from": facet.before, "to": facet.after]
                }
                return ["id": change.after.id, "facets": facets]
            },
            "addedEdges": graph.edges.indices.filter { !matches.hasEarlier(graph.edges[$0]) },
            "removedEdges": changes.earlier.edges.filter { !matches.hasLater($0) }.map { edge -> Fields in
                let ends = [changes.earlier.nodes[edge.from], changes.earlier.nodes[edge.to]]
                // The nodes are the ends that are still there.
                let nodes = ends.compactMap { matches.later($0)?.id }
                return ["from": ends[0].name, "to": ends[1].name, "kind": edge.kind, "nodes": nodes]
            },
            "addedProblems": graph.problems.indices.filter { addedProblems.contains(graph.problems[$0]) },
            "removedProblems": changes.removedProblems.map { problem -> Fields in
                ["kind": problem.kind.rawValue, "what": problem.what]
            },
        ]
    }
}
