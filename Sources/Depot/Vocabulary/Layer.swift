/// A tier of the app's architecture: `.repository < .useCase < .viewModel`.
///
/// Dependencies point down or stay in their layer; one that points to a higher layer is a problem that
/// `validate()` reports. An app adds layers of its own between or beyond the three:
///
/// ```swift
/// extension Layer { static let coordinator = Layer("coordinator", above: .viewModel) }
/// ```
public struct Layer: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What the layer is called in the graph and in diagnostics.
    public let name: String
    /// Where it stands: a layer with a smaller rank lies lower.
    public let rank: Double

    /// Makes a layer at a rank of its own.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - rank: Where it stands; the built-in layers stand at 100, 200 and 300. Traps where it is not a number.
    public init(_ name: String, rank: Double) {
        if rank.isNaN { fatalError("Depot: the rank of the layer \"\(name)\" is not a number, so it is neither above nor below another.") }
        self.name = name
        self.rank = rank
    }

    /// Makes a layer that stands above another, below the next built-in one.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - lower: The layer it stands above.
    public init(_ name: String, above lower: Layer) {
        self.init(name, rank: lower.rank + 10)
    }

    /// Makes a layer that stands below another, above the one before it.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - upper: The layer it stands below.
    public init(_ name: String, below upper: Layer) {
        self.init(name, rank: upper.rank - 10)
    }

    /// Talks to the outside: network, files, keychain.
    public static let repository = Layer("repository", rank: 100)
    /// What the app can do, free of how it looks.
    public static let useCase = Layer("use case", rank: 200)
    /// What a screen shows.
    public static let viewModel = Layer("view model", rank: 300)

    /// Orders layers by rank.
    ///
    /// - Parameters:
    ///   - lhs: A layer.
    ///   - rhs: Another.
    /// - Returns: Whether `lhs` lies lower.
    public static func < (lhs: Layer, rhs: Layer) -> Bool { lhs.rank < rhs.rank }

    /// What the layer is called.
    public var description: String { name }
}
