public import Catalog

/// A reason to take something off a price.
///
/// Any module may contribute one: `container.contribute((any PriceRule).self, using: …)`.
public protocol PriceRule: Sendable {
    /// What is taken off.
    ///
    /// - Parameter lines: What is bought.
    /// - Returns: The discount; nil where the rule does not apply.
    func discount(on lines: [Receipt.Line]) -> Discount?
}

/// What a rule takes off.
public struct Discount: Hashable, Sendable {
    /// Why, for the customer.
    public let reason: String
    /// How much.
    public let amount: Money

    /// Makes a discount.
    public init(_ reason: String, _ amount: Money) {
        self.reason = reason
        self.amount = amount
    }
}
