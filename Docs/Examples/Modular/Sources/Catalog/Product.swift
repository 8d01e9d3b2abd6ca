/// What the shop sells.
public struct Product: Hashable, Sendable {
    /// What tells products apart.
    public struct ID: Hashable, Sendable {
        /// The key in the price list.
        public let rawValue: String

        /// Makes an id.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What tells it apart.
    public let id: ID
    /// Its name for customers.
    public let title: String
    /// What one of it costs.
    public let price: Money

    /// Makes a product.
    public init(id: ID, title: String, price: Money) {
        self.id = id
        self.title = title
        self.price = price
    }
}

/// An amount, in cents.
public struct Money: Hashable, Sendable {
    /// The cents; negative for a discount.
    public let cents: Int

    /// Makes an amount.
    public init(cents: Int) {
        self.cents = cents
    }
}
