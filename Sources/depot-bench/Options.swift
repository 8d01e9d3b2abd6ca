/// What the bench was asked to do.
struct Options {
    var filter: String?
    var isJSON = false
    /// Whether it only looks for regressions.
    var isShort = false
    var rounds = 15
    /// The folder to write the report into.
    var folder: String?
    /// The file with the figures of programs.
    var programs: String?
    /// The length of the async chain to resolve, in place of all else.
    var asyncChain: Int?

    static let help = """
        depot-bench: measures what Depot costs, as multiples of c, and fails when a row of the table misses its limit.

          --short          few rounds; fails only when a row is worse by half than its limit and than what it is today
          --filter TEXT    only the rows whose name contains it
          --rounds N       how many interleaved rounds (15; at least 9 for figures to quote)
          --json           machine-readable figures instead of the table
          --write FOLDER   also writes FOLDER/Benchmarks.md and its plots, into FOLDER/Depot.docc/Resources
          --programs FILE  the figures that Tests/Size/measure.sh has written, as rows
          --async-chain N  only resolves an async chain of N services and prints what it took

        c is what the plainest service locator does: \(LockedDictionary.definition).
        """

    /// - Returns: The options; nil where one is not known, or lacks its value.
    static func parse(_ arguments: [String]) -> Options? {
        var options = Options()
        var rounds: Int?
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": options.isJSON = true
            case "--short": options.isShort = true
            default:
                guard let value = rest.popFirst() else { return nil }
                switch word {
                case "--filter": options.filter = value
                case "--write": options.folder = value
                case "--programs": options.programs = value
                case "--rounds": rounds = Int(value)
                case "--async-chain": options.asyncChain = Int(value)
                default: return nil
                }
            }
        }
        options.rounds = rounds ?? (options.isShort ? 7 : 15)
        return options
    }
}
