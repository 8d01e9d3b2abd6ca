import Catalog
import Depot

/// The registrations of the variant without a price list.
struct DemoAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any ProductRepository).self, .singleton, in: .repository, overriding: true, using: DemoProducts.init)
    }
}

/// Everything costs a euro.
struct DemoProducts: ProductRepository {
    func products() async throws -> [Product] {
        ["kettle", "teapot", "tea"].map { Product(id: Product.ID($0), title: "Demo \($0)", price: Money(cents: 100)) }
    }

    func product(_ id: Product.ID) async throws -> Product {
        Product(id: id, title: "Demo \(id.rawValue)", price: Money(cents: 100))
    }
}
