import Checkout
public import Depot

/// The registrations of the loyalty programme: a rule for the checkout.
///
/// It expects that each session is given its `Customer`.
public struct LoyaltyAssembly: Assembly {
    /// Makes the assembly.
    public init() {}

    /// Contributes the rule.
    public func assemble(_ container: Container) {
        container.contribute((any PriceRule).self, in: .useCase, using: MemberRule.init)
    }
}
