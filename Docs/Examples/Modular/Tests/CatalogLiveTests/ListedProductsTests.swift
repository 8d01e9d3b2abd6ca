import Catalog
import DepotValues
import Testing

@testable import CatalogLive

struct ListedProductsTests {
    @Test func `a product that is not listed is unknown`() async throws {
        let products = try ListedProducts(PriceList("cup;Cup;150"))
        await #expect(throws: UnknownProduct(Product.ID("mug"))) { try await products.product(Product.ID("mug")) }
    }

    @Test(arguments: ["cup;Cup", "cup;Cup;cheap", "cup;Cup;1;2"])
    func `a line that is not understood is named`(line: String) {
        #expect(throws: UnreadableLine(text: line)) { try ListedProducts(PriceList(line)) }
    }

    @Test(arguments: [(3900, "€39.00"), (5, "€0.05"), (-210, "-€2.10")])
    func `prices are written in euros`(cents: Int, text: String) {
        #expect(PriceFormatKey.liveValue(Money(cents: cents)) == text)
    }

    @Test func `where nothing else is said, a test sees the plain format of the interface`() {
        @Dependency(\.priceFormat) var price
        #expect(price(Money(cents: 3900)) == "3900 cents")
    }
}
