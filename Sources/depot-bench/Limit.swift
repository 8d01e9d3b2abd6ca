/// What a row must reach.
struct Limit: Encodable {
    /// The figure of the design, which is never changed to make a row pass.
    let figure: Double
    /// Whether a larger figure is better, as it is for throughput.
    let isLeast: Bool

    static func atMost(_ figure: Double) -> Limit { Limit(figure: figure, isLeast: false) }

    static func atLeast(_ figure: Double) -> Limit { Limit(figure: figure, isLeast: true) }

    func isMet(by figure: Double) -> Bool { isLeast ? figure >= self.figure : figure <= self.figure }
}

// MARK: - The short run

extension Limit {
    /// How much worse than its limit, or than what it is today, a row may be in a short run: noise stays below it.
    private static let slack = 1.5

    /// The worst figure that a short run lets pass, where the row is `standing` today and that misses the limit.
    private func bar(standing: Double?) -> Double {
        let standing = standing ?? figure
        return isLeast ? min(figure, standing) / Limit.slack : max(figure, standing) * Limit.slack
    }

    func isRegression(_ figure: Double, standing: Double?) -> Bool {
        isLeast ? figure < bar(standing: standing) : figure > bar(standing: standing)
    }
}
