public import Catalog

/// Sells what is in a basket.
public protocol CheckoutUseCase: Sendable {
    /// Sells to the customer of the session.
    ///
    /// - Parameter basket: What is wanted.
    /// - Returns: The receipt.
    /// - Throws: What the catalog throws.
    func buy(_ basket: [BasketItem]) async throws -> Receipt
}

/// How many of a product someone wants.
public struct BasketItem: Hashable, Sendable {
    /// The product.
    public let product: Product.ID
    /// How many.
    public let count: Int

    /// Makes an item.
    public init(_ count: Int, of product: Product.ID) {
        self.product = product
        self.count = count
    }
}

/// What was sold.
public struct Receipt: Hashable, Sendable {
    /// How many of a product.
    public struct Line: Hashable, Sendable {
        /// The product.
        public let product: Product
        /// How many.
        public let count: Int
        /// What they cost together.
        public var price: Money { Money(cents: count * product.price.cents) }

        /// Makes a line.
        public init(product: Product, count: Int) {
            self.product = product
            self.count = count
        }
    }

    /// Receipts are numbered from 1.
    public let number: Int
    /// What was bought.
    public let lines: [Line]
    /// What was taken off.
    public let discounts: [Discount]
    /// What is to be paid.
    public var total: Money { Money(cents: lines.reduce(0) { $0 + $1.price.cents } - discounts.reduce(0) { $0 + $1.amount.cents }) }

    /// Makes a receipt.
    public init(number: Int, lines: [Line], discounts: [Discount]) {
        self.number = number
        self.lines = lines
        self.discounts = discounts
    }
}
