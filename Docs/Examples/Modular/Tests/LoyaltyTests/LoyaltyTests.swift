import Catalog
import Checkout
import Depot
import DepotTesting
import Testing

@testable import Loyalty

/// What the programme expects of the app: each session is given its customer.
private struct OtherModules: Assembly {
    func assemble(_ container: Container) {
        container.expect(Customer.self, in: .session)
    }
}

/// The module with what it expects of others.
private let module = Container {
    LoyaltyAssembly()
    OtherModules()
}

struct LoyaltyTests {
    private let lines = [Receipt.Line(product: Product(id: Product.ID("tea"), title: "tea", price: Money(cents: 400)), count: 5)]

    @Test func `the assembly needs a session with a customer, and nothing else`() {
        expectValid(module)
    }

    @Test func `a member gets a twentieth off, and nobody else`() {
        let member = MemberRule(customer: Customer(name: "Ada", memberSince: 2019))
        #expect(member.discount(on: lines) == Discount("Member since 2019", Money(cents: 100)))
        #expect(MemberRule(customer: Customer(name: "Bob")).discount(on: lines) == nil)
    }

    @Test func `the rule of a session is about its customer`() {
        let container = module.copy()
        let reasons = ["Ada", "Grace"].enumerated().map { year, name in
            container.withScope(.session, providing: { $0.provide(Customer.self, Customer(name: name, memberSince: 2000 + year)) }) {
                container.resolveAll((any PriceRule).self).compactMap { $0.discount(on: lines)?.reason }
            }
        }
        #expect(reasons == [["Member since 2000"], ["Member since 2001"]])
    }
}
