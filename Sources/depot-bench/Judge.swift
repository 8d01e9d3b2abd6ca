/// Tells a regression from noise, for a short run on a busy machine.
struct Judge {
    /// How many times as long as on the machine of the design things take on this one, or 1: seconds are absolute, all else is a ratio.
    let slowness: Double

    @MainActor
    init() {
        let unit = outcomes(of: [unitCase()], Request(rounds: 9)).first?.nanoseconds ?? Peers.c
        slowness = max(1, unit / Peers.c)
    }

    /// Whether a row is so much worse than its limit, and than what it is today, that no noise explains it.
    func isRegression(_ outcome: Outcome) -> Bool {
        guard let limit = outcome.limit, let figure = outcome.figure else { return false }
        return limit.isRegression(outcome.unit == "s" ? figure / slowness(of: outcome) : figure, standing: Standing.figures[outcome.name])
    }

    /// How many times as long a build takes here is told by that of the same program without a library, which was built just before.
    private func slowness(of outcome: Outcome) -> Double { max(slowness, (outcome.floor ?? 0) / Standing.plainBuild) }

    /// A line about a row that regressed.
    func explanation(_ outcome: Outcome) -> String {
        let standing = Standing.figures[outcome.name].map { ", and was \($0)" } ?? ""
        return "\n  \(outcome.name): \(outcome.figureText) must be \(outcome.limitText)\(standing)"
    }
}
