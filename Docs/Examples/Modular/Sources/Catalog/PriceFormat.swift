public import DepotValues

/// Writes an amount as customers read it.
///
/// Every screen needs it, so it is an ambient value. Its live value is in the implementation, `CatalogLive`.
public struct PriceFormat: Sendable {
    private let write: @Sendable (Money) -> String

    /// Makes a format.
    public init(_ write: @escaping @Sendable (Money) -> String) {
        self.write = write
    }

    /// The amount as text.
    public func callAsFunction(_ amount: Money) -> String { write(amount) }
}

/// The key of ``PriceFormat``.
public enum PriceFormatKey: TestDependencyKey {
    /// Plain cents.
    public static let testValue = PriceFormat { "\($0.cents) cents" }
}

extension DependencyValues {
    /// How prices are written.
    public var priceFormat: PriceFormat {
        get { self[PriceFormatKey.self] }
        set { self[PriceFormatKey.self] = newValue }
    }
}
