import Catalog
import Depot
import DepotTesting
import Testing

@testable import CatalogLive

/// The module as the app sees it: by its assembly, without any other module.
@Suite(.container(copying: Container { CatalogAssembly() }))
struct CatalogAssemblyTests {
    @Test func `the catalog expects nothing of other modules`() {
        expectValid(Container { CatalogAssembly() })
    }

    @Test func `the products are those of the price list, in its order`() async throws {
        let products = try await Container.shared.resolve((any ProductRepository).self).products()
        #expect(products.map(\.title) == ["Kettle", "Teapot", "Green tea"])
    }

    @Test(.container { $0.replace(PriceList.self, with: PriceList("cup;Cup;150")) })
    func `another price list has other products`() async throws {
        let cup = try await Container.shared.resolve((any ProductRepository).self).product(Product.ID("cup"))
        #expect(cup == Product(id: Product.ID("cup"), title: "Cup", price: Money(cents: 150)))
    }
}
