import Catalog
import Checkout
import Depot
import Storefront

/// Opens the shop for one customer.
///
/// `--demo` sells what is made up; `--graph` prints the graph instead.
@main
struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let container = try Bootstrap.container(isDemo: arguments.contains("--demo"))
        if arguments.contains("--graph") { return print(container.graph.mermaid) }
        for line in try await visit(container, as: Customer(name: "Ada", memberSince: 2019)) { print(line) }
        await container.close()
    }

    /// A customer looks at the products and buys a kettle and five packs of tea.
    ///
    /// - Parameters:
    ///   - container: The shop's container.
    ///   - customer: Who comes.
    /// - Returns: What the customer sees.
    /// - Throws: What the services throw.
    @MainActor
    static func visit(_ container: Container, as customer: Customer) async throws -> [String] {
        try await container.withScope(.session, id: customer.name, providing: { $0.provide(Customer.self, customer) }) {
            let screen = container.resolve(StorefrontModel.self)
            try await screen.load()
            let products = screen.lines
            try await screen.buy([BasketItem(1, of: Product.ID("kettle")), BasketItem(5, of: Product.ID("tea"))])
            return products + screen.lines
        }
    }
}
