import Catalog
import Checkout

/// Sells at the prices of the catalog, less what the rules take off.
struct DefaultCheckoutUseCase: CheckoutUseCase {
    let products: any ProductRepository
    let rules: [any PriceRule]
    let numbers: ReceiptNumbers

    func buy(_ basket: [BasketItem]) async throws -> Receipt {
        var lines: [Receipt.Line] = []
        for item in basket {
            lines.append(Receipt.Line(product: try await products.product(item.product), count: item.count))
        }
        return Receipt(number: numbers.next(), lines: lines, discounts: rules.compactMap { $0.discount(on: lines) })
    }
}
