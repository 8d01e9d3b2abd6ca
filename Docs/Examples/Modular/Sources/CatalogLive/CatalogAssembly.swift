import Catalog
public import Depot

/// The registrations of the catalog.
public struct CatalogAssembly: Assembly {
    /// Makes the assembly.
    public init() {}

    /// Registers the price list and the products.
    public func assemble(_ container: Container) {
        container.register(PriceList.self, .singleton, in: .repository, using: PriceList.shipped)
        container.register((any ProductRepository).self, .singleton, in: .repository, using: ListedProducts.init)
    }
}
