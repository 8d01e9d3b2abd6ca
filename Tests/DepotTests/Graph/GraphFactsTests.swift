import Depot
import Testing

/// What a graph says of what is wrong, and of what has happened.
@Suite struct GraphFactsTests {
    private let container = Container()

    init() {
        container.register(Piece.self, .singleton, using: Piece.init)
        container.register(Vessel.self, using: Vessel.init)
    }

    private func node(_ name: String, in graph: Graph) throws -> Graph.Node { try #require(graph.nodes.first { $0.name == name }) }

    @Test func `Its problems are those of validate()`() throws {
        #expect(container.graph.problems.isEmpty)
        container.register(Wreck.self, using: Wreck.init)
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(container.graph.problems == error?.problems)
        #expect(container.graph.problems.map(\.kind) == [.missing])
    }

    /// A hundred closures, each of which asks for the one before.
    private static func chain(_ lifetime: UniqueLifetime) -> Container {
        let container = Container()
        for number in 0..<100 {
            container.register(Piece.self, name: "n\(number)", lifetime) { r in
                if number > 0 { _ = try r.resolve(Piece.self, name: "n\(number - 1)") }
                return Piece()
            }
        }
        return container
    }

    @Test(arguments: [UniqueLifetime.transient, .graph])
    func `What a closure reaches through others is not drawn as its own, however much that is`(_ lifetime: UniqueLifetime) {
        let container = Self.chain(lifetime)
        container.register(Vessel.self) { r in try Vessel(r.resolve(Piece.self, name: "n99")) }
        container.register(Rudder.self) { r in
            // Where it is a graph's, the second one gets it with all that it was made from.
            _ = try r.resolve(Piece.self, name: "n99")
            _ = try r.resolve(Vessel.self)
            return Rudder()
        }
        _ = container.resolve(Rudder.self)
        #expect(container.graph.edges.count == 99 + 3)
    }

    @Test func `What a closure asks for itself is drawn, also where another that it asked for before has reached it`() {
        let container = Self.chain(.graph)
        container.register(Vessel.self) { r in
            for number in [99, 80, 3] { _ = try r.resolve(Piece.self, name: "n\(number)") }
            return try Vessel(r.resolve(Piece.self, name: "n0"))
        }
        _ = container.resolve(Vessel.self)
        #expect(container.graph.edges.count == 99 + 4)
    }

    @Test func `It says what was made, in which order and for whom`() throws {
        #expect(container.graph.nodes.allSatisfy { !$0.wasResolved && $0.instances.isEmpty && $0.observedResolves == 0 })
        let before = container.graph
        _ = container.resolve(Vessel.self)
        let graph = container.graph
        #expect(try node("Piece", in: graph).wasResolved)
        #expect(try node("Vessel", in: graph).wasResolved)
        #expect(try node("Vessel", in: graph).instances.isEmpty)
        let piece = try #require(try node("Piece", in: graph).instances.first)
        #expect(piece.number == 1)
        #expect(piece.requester == "Vessel")
        #expect(piece.age > .zero)
        #expect(graph != before)
    }

    @Test func `It counts what is resolved while somebody observes, and no more`() throws {
        _ = container.resolve(Vessel.self)
        let observation = container.observe { _ in }
        for _ in 0..<3 { _ = container.resolve(Vessel.self) }
        observation.end()
        _ = container.resolve(Vessel.self)
        #expect(try node("Vessel", in: container.graph).observedResolves == 3)
        #expect(try node("Piece", in: container.graph).observedResolves == 3)
        _ = container.trace { container.resolve(Piece.self) }
        #expect(try node("Piece", in: container.graph).observedResolves == 4)
        // In an override it is the override's own that is counted.
        let inside = container.withOverrides {
            $0.register(Piece.self, .singleton, using: Piece.init)
        } operation: {
            _ = container.trace { container.resolve(Piece.self) }
            return container.graph
        }
        #expect(try node("Piece", in: inside).observedResolves == 1)
        #expect(try node("Piece", in: container.graph).observedResolves == 4)
    }

    @Test func `A qualified name has the module, and not the number of a contribution`() throws {
        container.contribute(Piece.self) { _ in Piece() }
        container.register(Piece.self, name: "spare") { (_, _: Int) in Piece() }
        let names = container.graph.nodes.map(\.qualifiedName)
        let piece = "DepotTests.Piece"
        #expect(names == [piece, "DepotTests.Vessel", piece, "\(piece) named \"spare\" with arguments (Int)"])
    }
}

private final class Piece: Sendable {}

private final class Vessel: Sendable {
    init(_ piece: Piece) {}
}

private final class Rudder: Sendable {}

private final class Wreck: Sendable {
    init(_ absent: Rudder) {}
}
