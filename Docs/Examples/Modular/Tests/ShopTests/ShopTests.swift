import Catalog
import Checkout
import Depot
import DepotTesting
import DepotValues
import Testing

@testable import Shop

/// The app with all its modules.
///
/// Its tests see the live values of `DepotValues`, as the program does.
@Suite(.dependency(\.context, .live))
struct ShopTests {
    private let ada = Customer(name: "Ada", memberSince: 2019)

    @Test(arguments: [false, true])
    func `the whole graph is valid, and all of it is known before anything is built`(isDemo: Bool) throws {
        let container = try Bootstrap.container(isDemo: isDemo)
        expectValid(container)
        #expect(container.graph.opaque.isEmpty)
    }

    @Test func `a member buys a kettle and five packs of tea`() async throws {
        let lines = try await Main.visit(Bootstrap.container(), as: ada)
        #expect(
            lines == [
                "Welcome, Ada.",
                "  Kettle                  €39.00",
                "  Teapot                  €24.50",
                "  Green tea               €4.20",
                "Receipt 1",
                "  1 × Kettle              €39.00",
                "  5 × Green tea           €21.00",
                "  Five or more of one     -€2.10",
                "  Member since 2019       -€3.00",
                "  Total                   €54.90",
            ])
    }

    @Test func `the next customer has the next receipt, and only a member has the member's discount`() async throws {
        let container = try Bootstrap.container()
        _ = try await Main.visit(container, as: ada)
        let lines = try await Main.visit(container, as: Customer(name: "Bob"))
        #expect(lines[4...].contains("Receipt 2"))
        #expect(lines.contains { $0.contains("Five or more") })
        #expect(!lines.contains { $0.contains("Member since") })
    }

    @Test func `the demo overrides the products, and nothing else`() async throws {
        let lines = try await Main.visit(Bootstrap.container(isDemo: true), as: ada)
        #expect(lines[1] == "  Demo kettle             €1.00")
        #expect(lines.last == "  Total                   €5.20")
        let live = try Bootstrap.container().graph.nodes
        let demo = try Bootstrap.container(isDemo: true).graph.nodes
        #expect(demo.map(\.name).sorted() == live.map(\.name).sorted())
        #expect(demo.filter { $0.assembly == "DemoAssembly" }.map(\.name) == ["any ProductRepository"])
    }

    @Test func `the graph says which assembly has what, and who needs the catalog`() throws {
        let graph = try Bootstrap.container().graph
        #expect(graph.nodes.filter { $0.assembly == "LoyaltyAssembly" }.map(\.layer) == [.useCase])
        #expect(graph.dependents(of: (any ProductRepository).self).map(\.name) == ["any CheckoutUseCase", "StorefrontModel"])
    }
}
