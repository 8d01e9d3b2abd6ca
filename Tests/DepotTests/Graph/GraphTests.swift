import Foundation
import Testing

@testable import Depot

private enum Left { struct Token: Sendable {} }
private enum Right { struct Token: Sendable {} }
private struct Crate<Value>: Sendable {}
private final class Pair: Sendable { init(_ one: Left.Token, _ two: Right.Token) {} }

@Suite struct GraphTests {
    @Test func `Nodes stand in the order of registration, with all that is known of them`() throws {
        let graph = loginContainer().graph
        #expect(
            graph.nodes.map(\.name) == [
                "any GraphNetwork", "any GraphTokens", "any GraphLogin", "GraphScreen", "GraphDatabase", "any GraphPlugin #1",
                "any GraphPlugin #2", "GraphMenu",
            ])
        let screen = try #require(graph.nodes(of: GraphScreen.self).first)
        #expect(screen.isMainActor && !screen.isShared && !screen.isAsync && screen.layer == .viewModel)
        #expect(screen.source.map { "\($0)" } == "DepotTests/Here.swift:4")
        let database = try #require(graph.nodes(of: GraphDatabase.self).first)
        #expect(database.isAsync && database.isShared && database.lifetime == "singleton")
        #expect(graph.layers == [.repository, .useCase, .viewModel])
    }

    @Test func `Who needs what is answered, directly and through others`() {
        let graph = loginContainer().graph
        #expect(graph.dependencies(of: (any GraphLogin).self).map(\.name) == ["any GraphNetwork", "any GraphTokens"])
        #expect(graph.dependents(of: (any GraphTokens).self).map(\.name) == ["any GraphLogin"])
        #expect(graph.dependents(of: (any GraphTokens).self, transitively: true).map(\.name) == ["any GraphLogin", "GraphScreen"])
        #expect(graph.dependencies(of: GraphMenu.self).map(\.name) == ["any GraphPlugin #1", "any GraphPlugin #2"])
        #expect(graph.dependencies(of: Int.self).isEmpty)
        #expect(graph.dependents(of: (any GraphNetwork).self, name: "other").isEmpty)
        #expect(graph.edges.contains { $0.kind == .lazy && $0.from == 2 && $0.to == 0 })
    }

    @Test func `What a closure took for later is no cycle and nothing captive`() throws {
        final class Screen: Sendable {
            let again: Provider<Screen>
            let repository: Lazy<Repository>
            init(_ again: Provider<Screen>, _ repository: Lazy<Repository>) { (self.again, self.repository) = (again, repository) }
        }
        let container = Container()
        container.register((any Network).self, .singleton, using: RealNetwork.init)
        container.register(Repository.self, .scoped(.request), using: Repository.init)
        container.register(Screen.self, .singleton) { r in Screen(try r.resolve(), try r.resolve()) }
        let screen = container.resolve(Screen.self)
        #expect(screen.again() === screen)
        #expect(container.withScope(.request) { screen.repository().network.tag } == "real")
        let edges = container.graph.edges.filter { $0.origin == .observed }
        #expect(edges.map(\.kind) == [.provider, .lazy])
        try container.validate()
    }

    @Test func `What a closure resolved itself is observed, not what that resolved in turn`() {
        let container = loginContainer()
        container.register(String.self) { r in
            _ = try r.resolve((any GraphLogin).self)
            return ""
        }
        container.register(Int.self, .singleton) { r in try r.resolve(String.self).count }
        #expect(container.graph.opaque.map(\.name) == ["String", "Int"])
        _ = container.resolve(Int.self)
        let graph = container.graph
        #expect(graph.opaque.isEmpty)
        #expect(graph.dependencies(of: Int.self).map(\.name) == ["String"])
        #expect(graph.dependencies(of: String.self).map(\.name) == ["any GraphLogin"])
        #expect(graph.edges.filter { $0.origin == .observed }.count == 2)
    }

    @Test func `What a replacement and a decorator do is seen`() throws {
        let container = loginContainer()
        let replacement = container.replace((any GraphNetwork).self, with: URLGraphNetwork())
        container.decorate((any GraphTokens).self) { base, _ in base }
        var graph = container.graph
        #expect(graph.nodes(of: (any GraphNetwork).self).map(\.isReplaced) == [true])
        #expect(graph.nodes(of: (any GraphTokens).self).map(\.isDecorated) == [true])
        #expect(graph.dependencies(of: (any GraphTokens).self).map(\.name) == ["any GraphNetwork"])
        replacement.restore()
        graph = container.graph
        #expect(graph.nodes(of: (any GraphNetwork).self).map(\.isReplaced) == [false])
    }

    @Test func `An override is seen inside, and its registrations reach the base's services`() throws {
        let container = loginContainer()
        let inside = container.withOverrides {
            $0.replace((any GraphNetwork).self, with: URLGraphNetwork())
        } operation: {
            container.graph
        }
        #expect(inside.nodes.filter(\.isReplaced).map(\.name) == ["any GraphNetwork"])
        let tokens = try #require(inside.nodes(of: (any GraphTokens).self).first)
        let edge = try #require(inside.edges.first { $0.from == tokens.id })
        #expect(inside.nodes[edge.to].isReplaced)
        #expect(container.graph.nodes.filter(\.isReplaced).isEmpty)
    }

    @Test func `A type is told apart by its module or its surroundings where two share the name`() {
        let container = Container()
        container.register(Left.Token.self, instance: Left.Token())
        container.register(Right.Token.self, instance: Right.Token())
        container.register(Pair.self, using: Pair.init)
        container.register(Crate<[Int: String]>.self, name: "main", instance: Crate<[Int: String]>())
        #expect(
            container.graph.nodes.map(\.name) == [
                "DepotTests.Left.Token", "DepotTests.Right.Token", "Pair", "Crate<Dictionary<Int, String>> named \"main\"",
            ])
    }

    @Test func `What is missing stands in the graph as missing`() {
        let container = Container()
        container.register(GraphMenu.self, using: GraphMenu.init)
        container.register(DefaultGraphTokens.self, using: DefaultGraphTokens.init)
        let graph = container.graph
        #expect(graph.missing.map(\.name) == ["any GraphNetwork"])
        #expect(graph.dependents(of: (any GraphNetwork).self).map(\.name) == ["DefaultGraphTokens"])
    }

    @Test func `It encodes, the same each time`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(loginContainer().graph)
        #expect(try encoder.encode(loginContainer().graph) == data)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let nodes = try #require(object["nodes"] as? [[String: Any]])
        #expect(nodes.count == 8)
        #expect(nodes[0]["name"] as? String == "any GraphNetwork")
        #expect(nodes[0]["layer"] as? String == "repository")
        #expect(nodes[0]["file"] as? String == "DepotTests/Here.swift")
        #expect((object["edges"] as? [[String: Any]])?.first?["kind"] as? String == "required")
    }

    @Test func `What a closure needs is known by its first run that made something`() throws {
        let container = Container()
        let runs = Counter()
        container.register(String.self) { r in
            switch runs.increment() {
            case 1: throw Failure()
            case 2: "\(try r.resolve(Int.self))"
            default: "\(try r.resolve(Double.self))"
            }
        }
        container.register(Int.self, instance: 1)
        container.register(Double.self, instance: 1)
        #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(container.graph.opaque.map(\.name) == ["String"])
        for _ in 0..<2 { _ = container.resolve(String.self) }
        #expect(container.graph.dependencies(of: String.self).map(\.name) == ["Int"])
        #expect(container.copy().graph.opaque.map(\.name) == ["String"])
    }
}
