public import Depot

/// The registrations of the storefront.
///
/// It expects an `any ProductRepository` and an `any CheckoutUseCase` of other modules, and that each session is given its `Customer`.
public struct StorefrontAssembly: Assembly {
    /// Makes the assembly.
    public init() {}

    /// Registers the screen.
    public func assemble(_ container: Container) {
        container.register(StorefrontModel.self, in: .viewModel, using: StorefrontModel.init)
    }
}
