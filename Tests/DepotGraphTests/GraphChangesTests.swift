import Depot
import Foundation
import GraphSamples
import Testing

@testable import DepotGraph  // The initializers of facets and edges alone.

/// What is different between two graphs.
@Suite struct GraphChangesTests {
    private func changes(_ change: (Container) -> Void) -> GraphChanges { sample(change).graph.changes(since: sample().graph) }

    @Test func `The same registrations have no changes, whatever was made meanwhile`() {
        let container = sample()
        let before = container.graph
        _ = container.trace { container.resolve((any Login).self) }
        let changes = container.graph.changes(since: before)
        #expect(container.graph != before)
        #expect(changes.isEmpty)
        #expect(changes.description == "No changes.")
        #expect(changes.markdown == "No changes in the graph.\n")
    }

    @Test func `A service that came is listed with what it needs, and one that went`() {
        let more = changes { $0.register(Plugin.self, in: .viewModel, using: { (login: any Login) in Plugin(number: 1) }) }
        #expect(more.added.map(\.name) == ["Plugin"])
        #expect(more.addedEdges == [.init(from: "Plugin", to: "any Login", kind: .required)])
        #expect(more.removed.isEmpty && more.changed.isEmpty && more.removedEdges.isEmpty)
        #expect(more.description.hasPrefix("1 service came; 1 dependency came.\n\n+ Plugin  transient · view model  (DepotGraphTests/"))
        #expect(more.description.hasSuffix("\n\n+ Plugin → any Login"))

        let less = sample().graph.changes(since: sample { $0.register(Plugin.self, using: { Plugin(number: 1) }) }.graph)
        #expect(less.removed.map(\.name) == ["Plugin"])
        #expect(less.description.hasPrefix("1 service went.\n\n- Plugin  transient  ("))
    }

    @Test func `What is registered otherwise is told by what is different`() {
        let changes = changes { container in
            container.register((any Store).self, in: .useCase, using: FileStore.init)
            container.register(
                (any Login).self, in: .useCase, using: { (store: any Store) in DefaultLogin(store: store, clock: Lazy(Clock())) })
            container.register(Clock.self, in: .useCase, onMainActor: { _ in Clock() })
            container.replace((any Network).self, with: PlainNetwork())
        }
        let facets = Dictionary(uniqueKeysWithValues: changes.changed.map { ($0.after.name, $0.facets) })
        #expect(facets["any Store"] == [.init("lifetime", "singleton", "transient"), .init("layer", "repository", "use case")])
        #expect(facets["Clock"] == [.init("actor", "none", "main actor")])
        #expect(facets["any Network"] == [.init("replaced", "no", "yes")])
        #expect(facets["any Login"] == nil)
        #expect(changes.removedEdges == [.init(from: "any Login", to: "Clock", kind: .lazy)])
        #expect(changes.addedEdges.isEmpty)
    }

    @Test func `An implementation is different where both graphs know it`() {
        let (one, other) = (sample(), sample { $0.register((any Network).self, .singleton, in: .repository) { _ in OtherNetwork() } })
        #expect(other.graph.changes(since: one.graph).changed.isEmpty)
        _ = (one.resolve((any Network).self), other.resolve((any Network).self))
        let facets = other.graph.changes(since: one.graph).changed.map(\.facets)
        #expect(facets == [[.init("implementation", "PlainNetwork", "OtherNetwork")]])
    }

    @Test func `Problems that came and went, and what is registered at last`() {
        let needy = sample { $0.register(Needy.self, using: Needy.init) }.graph
        let came = needy.changes(since: sample().graph)
        #expect(came.addedProblems.map(\.kind) == [.missing])
        #expect(came.added.map(\.name) == ["Needy"])
        #expect(came.description.contains("\n\n+ missing: Absent is not registered."))
        let mended = sample { container in
            container.register(Needy.self, using: Needy.init)
            container.register(Absent.self, using: Absent.init)
        }.graph.changes(since: needy)
        #expect(mended.added.map(\.name) == ["Absent"])
        #expect(mended.removedProblems.map(\.kind) == [.missing])
        #expect(mended.addedEdges.isEmpty && mended.removedEdges.isEmpty)
    }

    @Test func `Contributions are told apart by what they are, not by their number`() {
        func graph(_ numbers: [Int]) -> Graph {
            sample { container in
                for number in numbers { container.contribute(Plugin.self) { _ in Plugin(number: number) } }
            }.graph
        }
        #expect(graph([1, 2]).changes(since: graph([1, 2])).isEmpty)
        #expect(graph([1, 2, 3]).changes(since: graph([1, 2])).added.count == 1)
        #expect(graph([1]).changes(since: graph([1, 2, 3])).removed.count == 2)
    }

    @Test func `A contribution that comes first, or changes its place, moves no other that is registered otherwise`() {
        func graph(_ kinds: String) -> Graph {
            sample { container in
                for kind in kinds {
                    switch kind {
                    case "s": container.contribute(Plugin.self, .singleton) { _ in Plugin(number: 1) }
                    case "l": container.contribute(Plugin.self, in: .useCase) { _ in Plugin(number: 2) }
                    default: container.contribute(Plugin.self) { _ in Plugin(number: 3) }
                    }
                }
            }.graph
        }
        let changes = graph("ts").changes(since: graph("s"))
        #expect(changes.added.map(\.lifetime) == ["transient"])
        #expect(changes.changed.isEmpty)
        #expect(graph("lst").changes(since: graph("stl")).isEmpty)
        #expect(graph("t").changes(since: graph("s")).changed.count == 1)
    }

    @Test func `A contribution that comes first moves no other, whether or not either app has run`() {
        struct A: Assembly { func assemble(_ container: Container) { container.contribute((any Network).self) { _ in PlainNetwork() } } }
        struct B: Assembly { func assemble(_ container: Container) { container.contribute((any Network).self) { _ in PlainNetwork() } } }
        struct New: Assembly { func assemble(_ container: Container) { container.contribute((any Network).self) { _ in PlainNetwork() } } }
        let before = Container {
            A(); B()
        }.graph
        let container = Container {
            New(); A(); B()
        }
        for _ in 0..<2 {
            let changes = container.graph.changes(since: before)
            #expect(changes.added.map(\.assembly) == ["New"])
            #expect(changes.changed.isEmpty)
            _ = container.resolveAll((any Network).self)
        }
    }

    @Test func `A problem stays the same when another service changes what its services are called`() {
        struct Lonely: Assembly {
            func assemble(_ container: Container) {
                container.contribute(Plugin.self, using: { (absent: Absent) in Plugin(number: 1) })
            }
        }
        struct Other: Assembly {
            func assemble(_ container: Container) { container.contribute(Plugin.self) { _ in Plugin(number: 2) } }
        }
        let changes = Container {
            Other(); Lonely()
        }.graph.changes(since: Container { Lonely() }.graph)
        #expect(changes.added.count == 1)
        #expect(changes.addedProblems.isEmpty && changes.removedProblems.isEmpty, "\(changes)")
    }

    @Test func `For a review there is a picture of what changed and its neighbours`() throws {
        let changes = changes { container in
            container.register((any Store).self, in: .repository, using: FileStore.init)
            container.register(Plugin.self, using: { (store: any Store) in Plugin(number: 1) })
        }
        let picture = try #require(changes.markdown.split(separator: "```mermaid\n").last)
        for name in ["any Store", "any Network", "any Login", "Plugin"] { #expect(picture.contains(name)) }
        for name in ["LoginScreen", "Clock"] { #expect(!picture.contains(name)) }
        #expect(picture.contains("stroke:#2f8f57"))
        #expect(picture.contains("stroke:#c7701a"))
        #expect(changes.markdown.hasPrefix("**1 service came, 1 changed; 1 dependency came.**\n\n#### Services\n- `+` `Plugin`  transient"))
    }

    @Test func `What went is in the picture, red`() throws {
        let before = sample { $0.register(Plugin.self, using: { (store: any Store) in Plugin(number: 1) }) }.graph
        let picture = try #require(sample().graph.changes(since: before).markdown.split(separator: "```mermaid\n").last)
        #expect(picture.contains("Plugin"))
        #expect(picture.contains(/style n\d+ stroke:#c62828/))
        #expect(picture.contains(/linkStyle \d+ stroke:#c62828/))
    }

    @Test func `Where very much changed there is no picture`() {
        let many = sample { container in
            for number in 0..<150 { container.register(Plugin.self, name: Name("\(number)"), using: { Plugin(number: 1) }) }
        }.graph
        let changes = many.changes(since: sample().graph)
        #expect(changes.added.count == 150)
        #expect(!changes.markdown.contains("mermaid"))
        // Few changed, of something that very many need: the neighbours are left out.
        let base = sample { container in
            for number in 0..<150 {
                container.register(Plugin.self, name: Name("\(number)"), using: { (store: any Store) in Plugin(number: 1) })
            }
        }
        let before = base.graph
        base.register((any Store).self, in: .repository, using: FileStore.init)
        let markdown = base.graph.changes(since: before).markdown
        #expect(markdown.contains("n0[\"any Store") && !markdown.contains("n1"))
    }

    @Test func `Names are text in Markdown`() {
        let changes = hostile().graph.changes(since: Container().graph)
        #expect(changes.added.count == hostileNames.count)
        let text = changes.markdown
        #expect(text.contains("&lt;/script>&lt;script>window.hacked = 1&lt;/script>"), "a layer")
        // Between backticks, or escaped.
        #expect(text.contains("- `+` `Plugin named \"</script>"))
        #expect(text.contains("````` Plugin named \"`` ` ``` code\" `````") == false)
        #expect(text.contains("```` Plugin named \"`` ` ``` code\" ````"))
        #expect(text.contains("A decorator of Clock named \"&lt;/script>"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("- ") }.count == 2 * hostileNames.count)
    }

    @Test func `As JSON it has the version and every list`() throws {
        let changes = changes { $0.register(Needy.self, using: Needy.init) }
        let object = try #require(try JSONSerialization.jsonObject(with: changes.json) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        #expect((object["added"] as? [[String: Any]])?.first?["name"] as? String == "Needy")
        #expect((object["addedProblems"] as? [[String: Any]])?.first?["kind"] as? String == "missing")
        #expect((object["addedEdges"] as? [[String: Any]])?.first?["to"] as? String == "Absent")
        #expect((object["removed"] as? [Any])?.isEmpty == true)
    }
}

private struct OtherNetwork: Network {}

extension GraphChanges.Facet {
    fileprivate init(_ name: String, _ before: String, _ after: String) {
        self.init(name: name, before: before, after: after)
    }
}
