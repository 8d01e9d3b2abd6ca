/// Marks on the elements of a list, by their positions.
struct Marks: Equatable {
    /// A bit for each of the first 64.
    private(set) var first: UInt64 = 0
    /// Those behind them.
    private(set) var rest: Set<Int> = []

    init(first: UInt64 = 0) {
        self.first = first
    }

    var isEmpty: Bool { first == 0 && rest.isEmpty }

    subscript(position: Int) -> Bool {
        get { position < 64 ? first & 1 << UInt64(position) != 0 : rest.contains(position) }
        set {
            if newValue == self[position] { return }
            if position < 64 {
                first ^= 1 << UInt64(position)
            } else if newValue {
                rest.insert(position)
            } else {
                rest.remove(position)
            }
        }
    }
}
