/// What two threads do at once, and how much more they get done than one.
struct Duel {
    let name: String
    private let runs: Int
    private let work: @Sendable (_ thread: Int, _ runs: Int) -> Void
    /// One for each round; nil where the machine was not free.
    private var samples: [Sample?] = []

    private struct Sample {
        /// Nanoseconds for one run of a thread, by the wall.
        let time: Double
        let gain: Double
    }

    init(_ name: String, runs: Int, work: @escaping @Sendable (_ thread: Int, _ runs: Int) -> Void) {
        self.name = name
        self.runs = runs
        self.work = work
    }

    /// One round: each thread's work alone, then both at once, where the machine runs two threads before and after.
    mutating func measure() {
        let works: [@Sendable () -> Void] = [{ [runs, work] in work(0, runs) }, { [runs, work] in work(1, runs) }]
        guard Machine.isFree() else { return samples.append(nil) }
        let alone = works.map { work in together([work])[0].processor }
        let both = together(works)
        guard both.wasUndisturbed, Machine.isFree() else { return samples.append(nil) }
        // By the wall, for a thread that waits for a lock uses no processor time. Each thread by itself: one may have more to do.
        let gain = zip(alone, both).reduce(0) { $0 + $1.0 / $1.1.length }
        samples.append(Sample(time: both.reduce(0) { $0 + $1.length } / Double(2 * runs), gain: gain))
    }

    /// How much more two get done than one.
    func outcome(limit: Limit? = nil, floor: Duel? = nil) -> Outcome {
        outcome(name, samples.map { $0?.gain }, floor: floor.flatMap { typical($0.samples.map { $0?.gain }) }, limit)
    }

    /// The gain of two threads as a share of another one's.
    func outcome(_ name: String, asShareOf other: Duel, limit: Limit? = nil) -> Outcome {
        outcome(
            name, zip(samples, other.samples).map { own, other in own.flatMap { own in other.map { own.gain / $0.gain } } }, floor: 1, limit
        )
    }

    private func outcome(_ name: String, _ ratios: [Double?], floor: Double?, _ limit: Limit?) -> Outcome {
        Outcome(name, nanoseconds: typical(samples.map { $0?.time }), figure: typical(ratios), unit: "×", floor: floor, limit: limit)
    }
}

/// The median of the rounds that count; nil where they are too few to say anything.
func typical(_ figures: [Double?]) -> Double? {
    let valid = figures.compactMap(\.self)
    return valid.count >= 3 && valid.count * 3 >= figures.count ? median(valid) : nil
}
