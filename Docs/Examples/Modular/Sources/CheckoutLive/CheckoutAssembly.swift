import Checkout
public import Depot

/// The registrations of the checkout.
///
/// It expects an `any ProductRepository` of another module.
public struct CheckoutAssembly: Assembly {
    /// Makes the assembly.
    public init() {}

    /// Registers the checkout and the rule that it has of its own.
    public func assemble(_ container: Container) {
        container.register(ReceiptNumbers.self, .singleton, in: .repository, using: ReceiptNumbers.init)
        container.register((any CheckoutUseCase).self, in: .useCase, using: DefaultCheckoutUseCase.init)
        container.contribute((any PriceRule).self, in: .useCase, using: BulkRule.init)
    }
}
