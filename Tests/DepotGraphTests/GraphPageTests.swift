import Depot
import DepotGraph
import Foundation
import GraphSamples
import Testing

/// The page as text; what it does is tested in a browser by `make explore-test`.
@Suite struct GraphPageTests {
    /// The data that the page's script reads.
    private func data(_ page: String) throws -> [String: Any] {
        let start = try #require(page.range(of: #"<script type="application/json" id="data">"#))
        let end = try #require(page[start.upperBound...].range(of: "</script>"))
        let json = Data(page[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    /// How often some bytes are in a text, which is how a browser reads it.
    private func count(_ mark: String, in text: String) -> Int {
        let (mark, bytes) = (Array(mark.utf8), Array(text.utf8))
        return bytes.indices.count { bytes[$0...].starts(with: mark) }
    }

    @Test func `It has every node, edge and problem, and is the same each time`() throws {
        let graph = sample { $0.register(Needy.self, using: Needy.init) }.graph
        let page = graph.html(title: "Shop & <Co>")
        #expect(page == graph.html(title: "Shop & <Co>"))
        #expect(page.contains("<title>Shop &amp; &lt;Co&gt;</title>"))
        let data = try data(page)
        #expect(data["title"] as? String == "Shop & <Co>")
        #expect((data["nodes"] as? [Any])?.count == graph.nodes.count)
        #expect((data["edges"] as? [Any])?.count == graph.edges.count)
        let problem = try #require((data["problems"] as? [[String: Any]])?.first)
        #expect(problem["nodes"] as? [Int] == [5, 6])
        #expect((data["layers"] as? [[String: Any]])?.map { $0["name"] as? String } == ["repository", "use case", "view model"])
        #expect(data["changes"] == nil)
    }

    @Test func `Without the graph it is smaller than 60 kilobytes`() {
        #expect(Container().graph.html().utf8.count < 60_000)
    }

    @Test func `Nothing in a name ends the script it stands in, or is put in for it`() throws {
        let plain = Container().graph.html()
        let graph = hostile().graph
        let page = graph.html(title: hostileNames.joined())
        for mark in ["<script", "</script", "<img", "<!--"] {
            #expect(count(mark, in: page) == count(mark, in: plain), "\(mark)")
        }
        let nodes = try #require(try data(page)["nodes"] as? [[String: Any]])
        #expect(nodes.count == hostileNames.count)
        #expect(nodes.compactMap { $0["name"] as? String } == graph.nodes.map(\.name))
    }

    @Test func `It shows what changed since an earlier graph`() throws {
        let before = sample { $0.register(Plugin.self, using: { Plugin(number: 1) }) }.graph
        let graph = sample { container in
            container.register((any Store).self, in: .repository, using: FileStore.init)
            container.register(Needy.self, using: Needy.init)
        }.graph
        let page = graph.html(changes: graph.changes(since: before))
        let changes = try #require(try data(page)["changes"] as? [String: Any])
        #expect(changes["added"] as? [Int] == [5])
        #expect((changes["removed"] as? [[String: Any]])?.first?["name"] as? String == "Plugin")
        let facets = (changes["changed"] as? [[String: Any]])?.first?["facets"] as? [[String: String]]
        #expect(facets == [["name": "lifetime", "from": "singleton", "to": "transient"]])
        #expect((changes["addedEdges"] as? [Int])?.count == 1)
        #expect((changes["addedProblems"] as? [Int]) == [0])
    }
}
