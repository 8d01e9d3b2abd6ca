/// Tells a regression from noise, for a short run on a busy machine.
struct Judge {
    /// How many times as long as on the machine of the design things take on this one, or 1: seconds are absolute, all else is a ratio.
    let slowness: Double
    /// How many times as many c as on the machine of the standing figures the rows take on this one, the median of them, or 1.
    ///
    /// c is a short loop. A machine whose caches are small, or others', is as fast at that and takes up to twice as long for all the rest. A
    /// regression is a row that is worse than the others are.
    private let pace: Double
    /// More than that is no machine's doing.
    private static let greatestPace = 2.5

    @MainActor
    init(of rows: [Outcome]) {
        let unit = outcomes(of: [unitCase()], Request(rounds: 9)).first?.nanoseconds ?? Peers.c
        slowness = max(1, unit / Peers.c)
        let paces = rows.compactMap { row in
            row.unit == "c" ? Standing.figures[row.name].flatMap { was in row.figure.map { $0 / was } } : nil
        }
        pace = min(max(1, paces.isEmpty ? 1 : paces.sorted()[paces.count / 2]), Judge.greatestPace)
    }

    /// Whether a row is so much worse than its limit, and than what it is today, that no noise explains it.
    func isRegression(_ outcome: Outcome) -> Bool {
        guard let limit = outcome.limit, let figure = outcome.figure else { return false }
        let scale =
            switch outcome.unit {
            case "s": slowness(of: outcome)
            case "c": pace
            default: 1.0
            }
        return limit.isRegression(figure / scale, standing: Standing.figures[outcome.name])
    }

    /// How many times as long a build takes here is told by that of the same program without a library, which was built just before.
    private func slowness(of outcome: Outcome) -> Double { max(slowness, (outcome.floor ?? 0) / Standing.plainBuild) }

    /// A line about a row that regressed.
    func explanation(_ outcome: Outcome) -> String {
        let standing = Standing.figures[outcome.name].map { ", and was \($0)" } ?? ""
        return "\n  \(outcome.name): \(outcome.figureText) must be \(outcome.limitText)\(standing); the rows' pace here is \(pace)"
    }
}
