import Catalog
import Checkout
import Testing

@testable import CheckoutLive

/// The implementation by itself: no container, and mocks of the interfaces only.
struct DefaultCheckoutUseCaseTests {
    private struct Off: PriceRule {
        let cents: Int

        func discount(on lines: [Receipt.Line]) -> Discount? {
            cents > 0 ? Discount("off", Money(cents: cents)) : nil
        }
    }

    private struct SoldOut: ProductRepository {
        func products() async throws -> [Product] { [] }
        func product(_ id: Product.ID) async throws -> Product { throw UnknownProduct(id) }
    }

    @Test func `each rule that applies is on the receipt`() async throws {
        let checkout = DefaultCheckoutUseCase(
            products: StubProducts(), rules: [Off(cents: 1), Off(cents: 0), Off(cents: 2)], numbers: ReceiptNumbers())
        let receipt = try await checkout.buy([BasketItem(2, of: Product.ID("cup")), BasketItem(1, of: Product.ID("tea"))])
        #expect(receipt.lines.map(\.price) == [Money(cents: 20), Money(cents: 10)])
        #expect(receipt.discounts.map(\.amount) == [Money(cents: 1), Money(cents: 2)])
        #expect(receipt.total == Money(cents: 27))
    }

    @Test func `receipts are numbered from 1, and what is not sold takes no number`() async throws {
        let numbers = ReceiptNumbers()
        let refusing = DefaultCheckoutUseCase(products: SoldOut(), rules: [], numbers: numbers)
        await #expect(throws: UnknownProduct(Product.ID("cup"))) { try await refusing.buy([BasketItem(1, of: Product.ID("cup"))]) }
        let selling = DefaultCheckoutUseCase(products: StubProducts(), rules: [], numbers: numbers)
        #expect(try await selling.buy([]).number == 1)
        #expect(try await selling.buy([]).number == 2)
    }

    @Test(arguments: [(4, nil), (5, 5)])
    func `the bulk rule begins at five`(count: Int, cents: Int?) {
        let tea = Product(id: Product.ID("tea"), title: "tea", price: Money(cents: 10))
        #expect(BulkRule().discount(on: [Receipt.Line(product: tea, count: count)])?.amount.cents == cents)
    }
}
