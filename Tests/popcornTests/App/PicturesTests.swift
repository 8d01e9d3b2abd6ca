import Depot
import Foundation
import Testing

@testable import popcorn

/// The pictures of the app's graph that the repository shows, against what the bootstrap really makes.
struct PicturesTests {
    /// Of an app in which nothing was made: once something was, the graph says what.
    private let graph: Graph = {
        let container = Container()
        Bootstrap.assemble(container, for: Configuration(home: URL(filePath: "/nowhere")))
        return container.graph
    }()

    @Test func `the graph that is kept as Mermaid is that of the app`() throws {
        #expect(try text("Docs/Images/popcorn-graph.mmd") == graph.mermaid + "\n", "run: make graph")
    }

    @Test func `the picture shows every service and every dependency of the app`() throws {
        let picture = try text("Docs/Images/popcorn-graph.svg")
        #expect(picture.matches(of: /class="node"/).count == graph.nodes.count, "run: make graph")
        #expect(picture.matches(of: /class="edge"/).count == graph.edges.count, "run: make graph")
        for node in graph.nodes {
            let name = node.name.split(separator: " with arguments ")[0]
            #expect(picture.contains("\(name)"), "run: make graph")
        }
    }

    /// A file of the repository.
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
