import Catalog
import Checkout
import Depot
import DepotTesting
import Testing

@testable import Storefront

private struct TwoProducts: ProductRepository {
    func products() async throws -> [Product] {
        [("cup", "Cup", 150), ("mug", "Mug", 1250)].map { Product(id: Product.ID($0.0), title: $0.1, price: Money(cents: $0.2)) }
    }

    func product(_ id: Product.ID) async throws -> Product { throw UnknownProduct(id) }
}

/// Sells cups for 150 cents, less 10.
private struct CupCheckout: CheckoutUseCase {
    func buy(_ basket: [BasketItem]) async throws -> Receipt {
        let lines = basket.map {
            Receipt.Line(product: Product(id: $0.product, title: "Cup", price: Money(cents: 150)), count: $0.count)
        }
        return Receipt(number: 7, lines: lines, discounts: [Discount("Test", Money(cents: 10))])
    }
}

/// What the storefront expects of other modules, as mocks of their interfaces.
private struct OtherModules: Assembly {
    func assemble(_ container: Container) {
        container.expect(Customer.self, in: .session)
        container.register((any ProductRepository).self, in: .repository, using: TwoProducts.init)
        container.register((any CheckoutUseCase).self, in: .useCase, using: CupCheckout.init)
    }
}

/// The module with what it expects of others.
private let module = Container {
    StorefrontAssembly()
    OtherModules()
}

@MainActor
struct StorefrontTests {
    private let screen = StorefrontModel(customer: Customer(name: "Ada"), products: TwoProducts(), checkout: CupCheckout())

    @Test func `the assembly needs what the mocks register, and nothing else`() {
        expectValid(module)
    }

    @Test func `the products are shown`() async throws {
        try await screen.load()
        #expect(screen.lines == ["Welcome, Ada.", "  Cup                     150 cents", "  Mug                     1250 cents"])
    }

    @Test(.dependency(\.priceFormat, PriceFormat { "£\($0.cents)" }))
    func `the receipt is shown, its discounts with a minus`() async throws {
        try await screen.buy([BasketItem(2, of: Product.ID("cup"))])
        #expect(
            screen.lines == [
                "Receipt 7", "  2 × Cup                 £300", "  Test                    £-10", "  Total                   £290",
            ])
    }

    @Test func `in a session the screen is its customer's`() async throws {
        let container = module.copy()
        try await container.withScope(.session, providing: { $0.provide(Customer.self, Customer(name: "Grace")) }) {
            let screen = container.resolve(StorefrontModel.self)
            try await screen.load()
            #expect(screen.lines.first == "Welcome, Grace.")
        }
    }
}
