/// What was measured of a row.
struct Outcome: Encodable {
    let name: String
    /// Nanoseconds for one run, the median of the rounds; nil where the figure is not of a time.
    let nanoseconds: Double?
    /// What the limit is about, in the unit; nil where the machine was not free, and the row says nothing.
    let figure: Double?
    /// What the figure counts: `c` for multiples of it, `×` for multiples of another row, or bytes and the like.
    let unit: String
    /// The same without a container, in the unit.
    let floor: Double?
    let limit: Limit?
    let mark: Mark

    enum Mark: String, Encodable {
        case met, missed, void
        /// The row has no limit.
        case none = ""
    }

    init(
        _ name: String, nanoseconds: Double? = nil, figure: Double?, unit: String = "c", floor: Double? = nil, limit: Limit? = nil
    ) {
        self.name = name
        self.nanoseconds = nanoseconds
        self.figure = figure
        self.unit = unit
        self.floor = floor
        self.limit = limit
        mark = if let figure { limit.map { $0.isMet(by: figure) ? .met : .missed } ?? .none } else { .void }
    }
}

extension Outcome {
    /// The same row, which says nothing because the machine was not free.
    var void: Outcome { Outcome(name, figure: nil, unit: unit, floor: floor, limit: limit) }

    /// How much of its limit it takes; where that is nothing at all, any excess counts as twice.
    var shareOfLimit: Double {
        guard let limit, let figure else { return 0 }
        guard limit.figure > 0, figure > 0 else { return mark == .missed ? 2 : 0 }
        return limit.isLeast ? limit.figure / figure : figure / limit.figure
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
