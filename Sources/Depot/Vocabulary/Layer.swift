/// A tier of the app's architecture: `.repository < .useCase < .viewModel`.
///
/// Dependencies point down or stay in their layer; one that points to a higher layer is a problem that
/// `validate()` reports. An app adds layers of its own between or beyond the three:
///
/// ```swift
/// extension Layer { static let coordinator = Layer("coordinator", above: .viewModel) }
/// ```
public struct Layer: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// One word, because each registration has one.
    private let definition: Definition

    private final class Definition: Sendable {
        let name: String
        let rank: Double

        init(_ name: String, _ rank: Double) {
            self.name = name
            self.rank = rank
        }
    }

    /// What the layer is called in the graph and in diagnostics.
    public var name: String { definition.name }

    /// Where it stands: a layer with a smaller rank lies lower.
    public var rank: Double { definition.rank }

    /// Makes a layer at a rank of its own.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - rank: Where it stands; the built-in layers stand at 100, 200 and 300. Traps where it is not a number.
    public init(_ name: String, rank: Double) {
        if rank.isNaN { fatalError("Depot: the rank of the layer \"\(name)\" is not a number, so it is neither above nor below another.") }
        definition = Definition(name, rank)
    }

    /// Makes a layer that stands above another: by 10, a tenth of the way from one built-in layer to the next.
    public init(_ name: String, above lower: Layer) {
        self.init(name, rank: lower.rank + 10)
    }

    /// Makes a layer that stands below another: by 10, a tenth of the way from one built-in layer to the next.
    public init(_ name: String, below upper: Layer) {
        self.init(name, rank: upper.rank - 10)
    }

    /// Talks to the outside: network, files, keychain.
    public static let repository = Layer("repository", rank: 100)
    /// What the app can do, free of how it looks.
    public static let useCase = Layer("use case", rank: 200)
    /// What a screen shows.
    public static let viewModel = Layer("view model", rank: 300)

    /// Whether both have the same name and the same rank.
    public static func == (lhs: Layer, rhs: Layer) -> Bool { lhs.rank == rhs.rank && lhs.name == rhs.name }

    /// Feeds the name and the rank to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(rank)
    }

    /// Orders layers by rank.
    public static func < (lhs: Layer, rhs: Layer) -> Bool { lhs.rank < rhs.rank }

    /// What the layer is called.
    public var description: String { name }
}
