import Depot
import DepotGraph
import DepotTesting
import Foundation
import Synchronization
import Testing

@testable import popcorn

@MainActor
struct GraphCommandTests {
    @Test func `the graph that is opened is a page with every service`() async throws {
        let home = try TemporaryHome()
        let opener = RecordingOpener()
        let container = TestApp.bootstrapped.copy()
        container.replace((any Opener).self, with: opener)

        try await container.withOverrides { _ in
        } operation: { () async throws in
            try await GraphCommand(output: .page(directory: home.url, comparedWith: nil)).run()
        }

        let file = try #require(opener.opened.first)
        #expect(opener.opened.count == 1)
        #expect(file.deletingLastPathComponent().path == home.url.path)
        let picture = try String(contentsOf: file, encoding: .utf8)
        #expect(picture.contains("LoginViewModel"))
    }

    @Test func `what is opened shows what has changed since an earlier graph`() async throws {
        let home = try TemporaryHome()
        let opener = RecordingOpener()
        let container = TestApp.bootstrapped.copy()
        try container.graph.json.write(to: home.file("before.json"))
        container.replace((any Opener).self, with: opener)
        try await container.withOverrides { _ in
        } operation: { () async throws in
            try await GraphCommand(output: .page(directory: home.url, comparedWith: home.file("before.json"))).run()
        }
        let page = try String(contentsOf: try #require(opener.opened.first), encoding: .utf8)
        #expect(page.contains(#""name":"replaced""#))
    }

    @Test(arguments: [
        ("", "This is not JSON, or it ends too early"), ("{\"version\": 1", "This is not JSON, or it ends too early"),
        ("[]", "Expected to decode"), ("{}", "This is not a graph: it has no version."),
        ("{\"version\": 7}", "This is a graph of version 7, and version 1 is read here: write it again."),
    ])
    func `a file that has no graph is told, with the reason`(text: String, what: String) throws {
        let home = try TemporaryHome()
        try Data(text.utf8).write(to: home.file("graph.json"))
        let problem = #expect(throws: Problem.self) { try GraphFile(url: home.file("graph.json")).graph() }
        #expect(problem?.kind == .damagedFile)
        #expect(problem?.what.hasPrefix(what) == true, "\(problem?.what ?? "nothing")")
        #expect(problem?.place.hasSuffix(home.file("graph.json").path) == true)
    }

    @Test func `a file that is not there is told`() throws {
        let home = try TemporaryHome()
        let problem = #expect(throws: Problem.self) { try GraphFile(url: home.file("none.json")).graph() }
        #expect(problem?.what == "The graph to compare with cannot be read.")
    }

    @Test func `a place that cannot be written is told`() throws {
        let home = try TemporaryHome()
        try Data().write(to: home.file("file"))
        let problem = #expect(throws: Problem.self) { try GraphFile(url: home.file("file/graph.html")).write("") }
        #expect(problem?.what == "The page of the graph cannot be written.")
        #expect(problem?.place == home.file("file").path)
    }
}

/// Opens nothing, and remembers what it was asked to open.
private final class RecordingOpener: Opener {
    private let files = Mutex<[URL]>([])

    var opened: [URL] { files.withLock { $0 } }

    func open(_ file: URL) throws(Problem) { files.withLock { $0.append(file) } }
}
