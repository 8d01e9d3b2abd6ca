import Catalog
import Checkout
import CheckoutLive
import Depot
import DepotTesting
import Testing

/// What the checkout expects of other modules, as stubs.
struct OtherModules: Assembly {
    func assemble(_ container: Container) {
        container.register((any ProductRepository).self, in: .repository, using: StubProducts.init)
    }
}

/// Everything costs ten cents.
struct StubProducts: ProductRepository {
    func products() async throws -> [Product] { [] }

    func product(_ id: Product.ID) async throws -> Product { Product(id: id, title: id.rawValue, price: Money(cents: 10)) }
}

/// The module with what it expects of others.
private let module = Container {
    CheckoutAssembly()
    OtherModules()
}

struct CheckoutAssemblyTests {
    @Test func `the assembly needs what the stubs register, and nothing else`() {
        expectValid(module)
    }

    @Test func `without the other modules, the report lists what the module expects of them`() {
        let error = #expect(throws: ValidationError.self) { try Container { CheckoutAssembly() }.validate() }
        #expect(error?.problems.map(\.what) == ["any ProductRepository is not registered."])
        #expect(error?.problems.first?.path.map(\.name) == ["any CheckoutUseCase", "any ProductRepository"])
    }

    @Test(.container(copying: module))
    func `the assembled checkout sells at the prices of the catalog`() async throws {
        let checkout = Container.shared.resolve((any CheckoutUseCase).self)
        let receipt = try await checkout.buy([BasketItem(5, of: Product.ID("tea"))])
        #expect(receipt.discounts == [Discount("Five or more of one", Money(cents: 5))])
        #expect(receipt.total == Money(cents: 45))
    }

    @Test(.container(copying: module) { $0.contribute((any PriceRule).self, using: OneCentOff.init) })
    func `a rule of another module comes after its own`() async throws {
        let receipt = try await Container.shared.resolve((any CheckoutUseCase).self).buy([BasketItem(5, of: Product.ID("tea"))])
        #expect(receipt.discounts.map(\.amount) == [Money(cents: 5), Money(cents: 1)])
    }
}

private struct OneCentOff: PriceRule {
    func discount(on lines: [Receipt.Line]) -> Discount? { Discount("One cent", Money(cents: 1)) }
}
