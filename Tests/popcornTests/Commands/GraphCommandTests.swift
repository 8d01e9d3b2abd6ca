import Depot
import DepotTesting
import Foundation
import Synchronization
import Testing

@testable import popcorn

@MainActor
struct GraphCommandTests {
    @Test func `the graph that is opened is a picture of every service`() async throws {
        let home = try TemporaryHome()
        let opener = RecordingOpener()
        let container = TestApp.bootstrapped.copy()
        container.replace((any Opener).self, with: opener)

        try await container.withOverrides { _ in
        } operation: { () async throws in
            try await GraphCommand(output: .picture(directory: home.url)).run()
        }

        let file = try #require(opener.opened.first)
        #expect(opener.opened.count == 1)
        #expect(file.deletingLastPathComponent().path == home.url.path)
        let picture = try String(contentsOf: file, encoding: .utf8)
        #expect(picture.contains("LoginViewModel"))
    }

    @Test func `without Graphviz it is a page with the tree and the Mermaid text`() throws {
        let home = try TemporaryHome()
        let graph = TestApp.bootstrapped.graph
        let file = try GraphPicture(graph: graph, programs: Programs(directories: [])).write(into: home.file("new"))
        #expect(file.path == home.file("new/graph.html").path)
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.contains(graph.mermaid))
        #expect(page.contains(graph.tree.split(separator: "\n")[0]))
    }

    @Test func `with Graphviz it is what dot draws`() throws {
        let home = try TemporaryHome()
        try home.program("dot", "#!/bin/sh\ncat \"$4\" > \"$3\"\n")
        let graph = TestApp.bootstrapped.graph
        let file = try GraphPicture(graph: graph, programs: Programs(directories: ["/nowhere", home.url.path])).write(into: home.url)
        #expect(file.lastPathComponent == "graph.svg")
        #expect(home.text(of: "graph.svg") == graph.dot)
        #expect(home.text(of: "graph.dot") == nil)
    }

    @Test func `a Graphviz that fails gives the page`() throws {
        let home = try TemporaryHome()
        try home.program("dot", "#!/bin/sh\nexit 1\n")
        let picture = GraphPicture(graph: TestApp.bootstrapped.graph, programs: Programs(directories: [home.url.path]))
        #expect(try picture.write(into: home.url).lastPathComponent == "graph.html")
    }

    @Test func `a place that cannot be written is told`() throws {
        let home = try TemporaryHome()
        try Data().write(to: home.file("file"))
        let picture = GraphPicture(graph: TestApp.bootstrapped.graph, programs: Programs(directories: []))
        let problem = #expect(throws: Problem.self) { try picture.write(into: home.file("file")) }
        #expect(problem?.what == "The picture of the graph cannot be written.")
        #expect(problem?.place == home.file("file").path)
    }
}

/// Opens nothing, and remembers what it was asked to open.
private final class RecordingOpener: Opener {
    private let files = Mutex<[URL]>([])

    var opened: [URL] { files.withLock { $0 } }

    func open(_ file: URL) throws(Problem) { files.withLock { $0.append(file) } }
}
