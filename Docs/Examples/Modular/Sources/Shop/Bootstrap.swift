import CatalogLive
import Checkout
import CheckoutLive
import Depot
import Loyalty
import Storefront

/// The one place where the app is put together.
enum Bootstrap {
    /// - Parameter isDemo: Whether the shop sells what is made up.
    /// - Returns: The container, validated.
    /// - Throws: A `ValidationError` that lists every problem.
    static func container(isDemo: Bool = false) throws -> Container {
        let container = Container {
            CatalogAssembly()
            CheckoutAssembly()
            LoyaltyAssembly()
            StorefrontAssembly()
            SessionAssembly()
            if isDemo { DemoAssembly() }
        }
        try container.validate()
        return container
    }
}

/// What the app gives to each session.
struct SessionAssembly: Assembly {
    func assemble(_ container: Container) {
        container.expect(Customer.self, in: .session)
    }
}
