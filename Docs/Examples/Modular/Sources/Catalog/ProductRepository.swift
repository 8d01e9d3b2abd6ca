/// Knows the products.
public protocol ProductRepository: Sendable {
    /// All of them, in the order in which they are shown.
    ///
    /// - Returns: The products.
    /// - Throws: What reading them throws.
    func products() async throws -> [Product]

    /// One of them.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The product.
    /// - Throws: ``UnknownProduct``, or what reading throws.
    func product(_ id: Product.ID) async throws -> Product
}

/// There is no such product.
public struct UnknownProduct: Error, Equatable {
    /// The id that nothing has.
    public let id: Product.ID

    /// Makes the error.
    public init(_ id: Product.ID) {
        self.id = id
    }
}
