/// What the bench was asked to do.
struct Options {
    var filter: String?
    var isJSON = false
    var rounds = 15
    /// The folder to write the report into.
    var folder: String?

    static let help = """
        depot-bench: measures what Depot costs, as multiples of c, and fails when a row of the table is missed.

          --filter TEXT   only the rows whose name contains it
          --rounds N      how many interleaved rounds (15; at least 9 for figures to quote)
          --json          machine-readable figures instead of the table
          --write FOLDER  also writes FOLDER/Benchmarks.md and its plot

        c is one lock, look-up by type, downcast, retain and unlock: what the plainest service locator does.
        """

    /// Whether any row of a group was asked for whose names all have these words.
    func asks(for words: String) -> Bool { filter.map { words.contains($0) || $0.contains(words) } ?? true }

    /// - Returns: The options, or nil with the reason printed.
    static func parse(_ arguments: [String]) -> Options? {
        var options = Options()
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--filter": options.filter = rest.popFirst()
            case "--rounds": options.rounds = rest.popFirst().flatMap(Int.init) ?? options.rounds
            case "--json": options.isJSON = true
            case "--write": options.folder = rest.popFirst()
            default: return nil
            }
        }
        return options
    }
}
