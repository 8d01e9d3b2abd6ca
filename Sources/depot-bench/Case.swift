/// One line of the table: what is timed, and what it must not cost more than.
struct Case {
    let name: String
    /// What is allowed, as a multiple of `c`; nil for a floor, which is only measured.
    var limit: Double?
    /// Runs the thing `count` times.
    let run: (_ count: Int) -> Void
    /// How often it runs in one round, so that a round takes about a millisecond.
    var count = 10_000
    /// Another thing's cost to divide by, where it is not `c`.
    var unit: String?
}

/// What was measured of a case.
struct Outcome: Codable {
    let name: String
    /// Nanoseconds for one run: the median of the rounds.
    let nanoseconds: Double
    /// The median of the rounds' ratios.
    let ratio: Double
    let limit: Double?
    /// Whether a larger ratio is better: for throughput.
    var isThroughput = false
    /// What the ratio is a multiple of.
    var unit = "c"

    var passes: Bool {
        guard let limit else { return true }
        return isThroughput ? ratio >= limit : ratio <= limit
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Runs all cases in turn, round after round, so that a slow second of the machine hits all of them alike.
func measure(_ cases: [Case], rounds: Int, progress: (Int) -> Void) -> [Outcome] {
    var times: [[Double]] = Array(repeating: [], count: cases.count)
    for thing in cases { thing.run(thing.count / 10 + 1) }
    for round in 0..<rounds {
        progress(round)
        for (index, thing) in cases.enumerated() {
            let start = threadTime()
            thing.run(thing.count)
            times[index].append((threadTime() - start) / Double(thing.count))
        }
    }
    let positions = Dictionary(cases.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return cases.enumerated().map { index, thing in
        let unit = times[positions[thing.unit ?? "c"] ?? 0]
        let ratios = zip(times[index], unit).map { $0 / $1 }
        return Outcome(name: thing.name, nanoseconds: median(times[index]), ratio: median(ratios), limit: thing.limit)
    }
}
