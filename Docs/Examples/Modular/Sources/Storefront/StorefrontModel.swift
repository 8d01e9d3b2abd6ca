import Catalog
public import Checkout
import DepotValues

/// The screen that shows the products and sells them.
@MainActor
public final class StorefrontModel {
    private let customer: Customer
    private let products: any ProductRepository
    private let checkout: any CheckoutUseCase
    @Dependency(\.priceFormat) private var price

    /// What the screen shows.
    public private(set) var lines: [String] = []

    init(customer: Customer, products: any ProductRepository, checkout: any CheckoutUseCase) {
        self.customer = customer
        self.products = products
        self.checkout = checkout
    }

    /// Shows the products.
    ///
    /// - Throws: What the catalog throws.
    public func load() async throws {
        lines = ["Welcome, \(customer.name)."]
        lines += try await products.products().map { row($0.title, price($0.price)) }
    }

    /// Sells, and shows the receipt.
    ///
    /// - Parameter basket: What is wanted.
    /// - Throws: What the checkout throws.
    public func buy(_ basket: [BasketItem]) async throws {
        let receipt = try await checkout.buy(basket)
        lines = ["Receipt \(receipt.number)"]
        lines += receipt.lines.map { row("\($0.count) × \($0.product.title)", price($0.price)) }
        lines += receipt.discounts.map { row($0.reason, price(Money(cents: -$0.amount.cents))) }
        lines.append(row("Total", price(receipt.total)))
    }

    private func row(_ left: String, _ right: String) -> String {
        "  \(left)\(String(repeating: " ", count: max(1, 24 - left.count)))\(right)"
    }
}
