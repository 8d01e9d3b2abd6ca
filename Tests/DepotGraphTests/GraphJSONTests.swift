import Depot
import DepotGraph
import Foundation
import GraphSamples
import Testing

/// A graph is written as JSON and read again.
@Suite struct GraphJSONTests {
    @Test func `What is read is what was written`() throws {
        let (extreme, other) = (Layer("extreme", rank: .infinity), Layer("use case", rank: 7))
        let container = sample { container in
            container.register(Needy.self, in: .repository, using: Needy.init)
            container.register(Int.self, in: extreme) { _ in 3 }
            container.register(Double.self, in: other) { _ in 3 }
            container.contribute(Plugin.self) { _ in Plugin(number: 1) }
            container.contribute(Plugin.self) { _ in Plugin(number: 2) }
            container.register(Plugin.self, name: "made", .singleton) { r, number in
                _ = try r.resolve((any Store).self)
                return Plugin(number: number)
            }
            container.expect(String.self, in: .request)
            container.replace((any Network).self, with: PlainNetwork())
        }
        let (_, trace) = container.trace { container.resolve((any Login).self) }
        #expect(trace.steps.count == 3)
        _ = container.resolve(Plugin.self, name: "made", arguments: 3)
        for graph in [container.graph, Container().graph, hostile().graph, Container(parent: container).graph] {
            let read = try Graph(json: graph.json)
            #expect(read == graph)
            #expect(read.json == graph.json)
            #expect(read.mermaid == graph.mermaid)
            #expect(read.layers == graph.layers)
            #expect(try JSONDecoder().decode(Graph.self, from: JSONEncoder().encode(sample().graph)) == sample().graph)
        }
        #expect(container.graph.problems.isEmpty == false)
        #expect(container.graph.nodes.contains { $0.observedResolves == 1 && $0.instances.count == 1 })
    }

    @Test func `A graph that was read is asked by type`() throws {
        let graph = sample { container in
            container.register(Plugin.self, name: "made") { _, number in Plugin(number: number) }
        }.graph
        let read = try Graph(json: graph.json)
        #expect(read.dependents(of: (any Store).self).map(\.name) == ["any Login"])
        #expect(read.dependencies(of: LoginScreen.self, transitively: true) == graph.dependencies(of: LoginScreen.self, transitively: true))
        #expect(read.nodes(of: Plugin.self, name: "made").map(\.name) == ["Plugin named \"made\" with arguments (Int)"])
        #expect(read.nodes(of: Plugin.self).isEmpty)
        #expect(read.nodes(of: Int.self).isEmpty)
    }

    @Test(arguments: [
        ("", "This is not JSON, or it ends too early", ""),
        ("no JSON", "This is not JSON, or it ends too early", ""),
        ("{}", "This is not a graph: it has no version.", "version"),
        (#"{"version": 2}"#, "This is a graph of version 2, and version 1 is read here: write it again.", "version"),
        (#"{"version": "1"}"#, "Expected to decode Int", "version"),
        (#"{"version": 1}"#, #""nodes" is missing."#, "nodes"),
        (#"{"version":1,"nodes":[{}],"edges":[],"problems":[]}"#, #""id" is missing."#, "nodes[0].id"),
        (
            #"{"version":1,"nodes":[],"edges":[{"from":0,"to":1,"kind":"required","origin":"declared"}],"problems":[]}"#,
            "The edge at 0 leads from 0 to 1; there are 0 nodes.", "edges"
        ),
        (
            #"{"version":1,"nodes":[],"edges":[{"from":0,"to":0,"kind":"wished","origin":"declared"}],"problems":[]}"#,
            "Cannot initialize Kind from invalid String value wished", "edges[0].kind"
        ),
    ])
    func `What is no graph is told, with the place`(json: String, what: String, place: String) throws {
        let error = #expect(throws: Graph.FormatError.self) { try Graph(json: Data(json.utf8)) }
        #expect(error?.what.hasPrefix(what) == true, "\(error?.what ?? "nothing")")
        #expect(error?.place == place)
        #expect(error?.description.hasSuffix("fix: write it again, by `graph.json` of the code it is to be a graph of.") == true)
    }

    @Test func `A node out of its place, a rank and a line that cannot be are told`() throws {
        let json = String(decoding: sample().graph.json, as: UTF8.self)
        let misplaced = json.replacingOccurrences(of: "\"id\" : 2", with: "\"id\" : 3")
        #expect(throws: Graph.FormatError(what: "The node at 2 has the id 3: an id is the node's place.", place: "nodes")) {
            try Graph(json: Data(misplaced.utf8))
        }
        let rankless = json.replacingOccurrences(of: "\"layerRank\" : 200", with: "\"layerRank\" : \"nan\"")
        #expect(throws: Graph.FormatError(what: "A layer's rank is a number.", place: "nodes[2].layerRank")) {
            try Graph(json: Data(rankless.utf8))
        }
        let negative = json.replacing(/"line" : \d+/, with: "\"line\" : -4")
        let error = #expect(throws: Graph.FormatError.self) { try Graph(json: Data(negative.utf8)) }
        #expect(error?.what.contains("JSON, or it ends") == false, "\(error?.what ?? "nothing")")
    }

    @Test func `A file that was cut off or damaged is read or refused, and never ends the process`() throws {
        let bytes = [UInt8](sample { $0.register(Needy.self, using: Needy.init) }.graph.json)
        for count in stride(from: 0, to: bytes.count - 1, by: 7) {
            #expect(throws: Graph.FormatError.self) { try Graph(json: Data(bytes[..<count])) }
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0 ... .max, using: &random) }
            guard let graph = try? Graph(json: Data(damaged)) else { continue }
            _ = (graph.mermaid, graph.dot, graph.tree, graph.html().count, graph.changes(since: sample().graph).markdown)
        }
    }
}
