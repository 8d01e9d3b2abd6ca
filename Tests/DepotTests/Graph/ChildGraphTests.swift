import Testing

@testable import Depot

private final class Account: Sendable { init(_ token: Int) {} }
private final class Pane: Sendable { init(_ token: Int) {} }
private final class Names: Sendable { init(_ networks: [Name: any Network]) {} }

@Suite struct ChildGraphTests {
    @Test func `a parent's transient that its singleton needs is checked where that lives, and not only where the child asks`() {
        let parent = Container()
        parent.register(Repository.self, using: Repository.init)
        parent.register(UseCase.self, .singleton, using: UseCase.init)
        let child = Container(parent: parent)
        child.register((any Network).self, .singleton, using: { () -> any Network in RealNetwork() })
        #expect {
            try child.validate()
        } throws: { error in
            "\(error)".contains("any Network is not registered where Repository lives")
        }
        #expect(throws: ResolutionError.self) { try child.tryResolve(UseCase.self) }
        parent.register((any Network).self, .singleton, using: { () -> any Network in RealNetwork() })
        #expect(throws: Never.self) { try child.validate() }
    }

    @Test func `A child finds what its parent has`() throws {
        let parent = loginContainer()
        let child = Container(parent: parent)
        child.register(String.self, using: { (_: any GraphTokens) in "" })
        try child.validate()
        #expect(child.graph.dependencies(of: String.self).map(\.isInherited) == [true])
        #expect(child.graph.nodes.count == parent.graph.nodes.count + 1)
    }

    @Test func `A parent's transient sees the child, its singleton never does`() {
        let parent = Container()
        parent.register(Account.self, .singleton, file: here, line: 1, using: Account.init)
        parent.register(Pane.self, file: here, line: 2, using: Pane.init)
        let child = Container(parent: parent)
        child.register(Int.self, file: here, line: 3, instance: 7)
        let problems = Validation(Wiring(child.survey())).problems
        #expect(
            problems.map { "\($0)" } == [
                """
                Int is not registered where Account lives.
                  path: Account (DepotTests/Here.swift:1) → Int
                  fix:  it is registered in a child (DepotTests/Here.swift:3), which a parent's shared service never sees: \
                register it in the parent, or Account in the child.
                """
            ])
        #expect(throws: ResolutionError.self) { _ = try child.tryResolve(Account.self) }
        #expect(throws: Never.self) { _ = try child.tryResolve(Pane.self) }
    }

    @Test func `A child's registration stands before what its parent's override has`() {
        let parent = loginContainer()
        let child = Container(parent: parent)
        let own = URLGraphNetwork()
        child.register((any GraphNetwork).self, instance: own)
        parent.withOverrides {
            $0.replace((any GraphNetwork).self, with: URLGraphNetwork())
        } operation: {
            #expect(child.resolve((any GraphNetwork).self) as? URLGraphNetwork === own)
            #expect(child.graph.nodes(of: (any GraphNetwork).self).filter { !$0.isInherited }.map(\.isReplaced) == [false])
        }
    }

    @Test func `A child's registration stands before its parent's`() throws {
        let parent = loginContainer()
        let child = Container(parent: parent)
        child.register((any GraphNetwork).self, file: here, line: 9, using: URLGraphNetwork.init)
        let graph = child.graph
        let login = try #require(graph.nodes(of: (any GraphLogin).self).first)
        let lazy = try #require(graph.edges.first { $0.from == login.id && $0.kind == .lazy })
        #expect(graph.nodes[lazy.to].source.map { $0.line } == 9)
        let tokens = try #require(graph.nodes(of: (any GraphTokens).self).first)
        let edge = try #require(graph.edges.first { $0.from == tokens.id })
        #expect(graph.nodes[edge.to].source.map { $0.line } == 1)
        try child.validate()
    }

    @Test func `A child's contributions come after its parent's`() {
        let parent = loginContainer()
        let child = Container(parent: parent)
        child.contribute((any GraphPlugin).self, using: GraphCopy.init)
        child.register(GraphMenu.self, using: GraphMenu.init)
        let menu = child.graph.nodes(of: GraphMenu.self).filter { !$0.isInherited }
        let edges = child.graph.edges.filter { edge in menu.contains { $0.id == edge.from } }
        #expect(edges.count == 3)
    }

    @Test func `What a child registers again by a name stands where its parent's does`() throws {
        let parent = Container()
        for (line, name) in ([(1, "a"), (2, "b")] as [(UInt, Name)]) {
            parent.register((any Network).self, name: name, .singleton, file: here, line: line) { _ in RealNetwork() }
        }
        let child = Container(parent: parent)
        child.register((any Network).self, name: "a", .singleton, file: here, line: 3) { _ in MockNetwork() }
        child.register(Names.self, using: Names.init)
        try child.validate()
        let graph = child.graph
        let names = try #require(graph.nodes(of: Names.self).first)
        #expect(graph.edges.filter { $0.from == names.id }.map { graph.nodes[$0.to].source?.line } == [3, 2])
        #expect(child.resolveNamed((any Network).self).map(\.service.tag) == ["mock", "real"])
    }
}
