/// One row of the table that is a time: what is timed, and what it must not cost more than.
struct Case {
    let name: String
    let limit: Limit?
    /// The case that does the same without a container.
    let floor: String?
    /// Another case's cost to divide by, where it is not `c`.
    let unit: String?
    /// How often it runs in one round, so that a round takes about a millisecond.
    let count: Int
    /// Gets everything ready for some runs, and gives what is timed.
    ///
    /// What that keeps is released after the time is taken.
    let prepare: (_ count: Int) -> () -> Void

    /// A case whose runs need nothing of their own: `run` runs it `count` times.
    init(
        _ name: String, limit: Limit? = nil, floor: String? = nil, unit: String? = nil, count: Int = 10_000,
        run: @escaping (_ count: Int) -> Void
    ) {
        self.init(name: name, limit: limit, floor: floor, unit: unit, count: count) { count in { run(count) } }
    }

    private init(
        name: String, limit: Limit?, floor: String?, unit: String?, count: Int, prepare: @escaping (_ count: Int) -> () -> Void
    ) {
        self.name = name
        self.limit = limit
        self.floor = floor
        self.unit = unit
        self.count = count
        self.prepare = prepare
    }

    /// A case each run of which needs something fresh.
    static func fresh(
        _ name: String, limit: Limit? = nil, floor: String? = nil, count: Int, prepare: @escaping (_ count: Int) -> () -> Void
    ) -> Case {
        Case(name: name, limit: limit, floor: floor, unit: nil, count: count, prepare: prepare)
    }

    /// Nanoseconds of this thread for one run.
    fileprivate func time(_ count: Int) -> Double {
        let body = prepare(count)
        let start = threadTime()
        body()
        return (threadTime() - start) / Double(count)
    }
}

/// Runs cases in turn, round after round, so that a slow second of the machine hits all of them alike.
func outcomes(of all: [Case], _ request: Request) -> [Outcome] {
    let cases = request.selection(of: all)
    for thing in cases { _ = thing.time(thing.count / 10 + 1) }
    var times: [[Double]] = Array(repeating: [], count: cases.count)
    for round in 0..<request.rounds {
        request.show(round)
        for (index, thing) in cases.enumerated() { times[index].append(thing.time(thing.count)) }
    }
    let positions = Dictionary(cases.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return zip(cases, times).map { thing, own in
        let unit = times[positions[thing.unit ?? "c"] ?? 0]
        let floor = thing.floor.flatMap { positions[$0] }
        return Outcome(
            thing.name, nanoseconds: median(own), figure: median(ratios(own, unit)), unit: thing.unit == nil ? "c" : "×",
            floor: floor.map { median(ratios(times[$0], unit)) }, limit: thing.limit)
    }
}

/// Round by round.
func ratios(_ times: [Double], _ others: [Double]) -> [Double] { zip(times, others).map { $0 / $1 } }
