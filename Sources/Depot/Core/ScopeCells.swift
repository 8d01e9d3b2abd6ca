/// Where a scope keeps its services without arguments: a cell for each slot, found in the same time however many there are.
///
/// Under the lock of the scope. A few are looked through, which takes less than an index; most scopes have few.
struct ScopeCells {
    /// Every cell there is, in the order in which they were made.
    private(set) var all = Handful<Cell>()
    private var index: [ObjectIdentifier: Cell]?
    private static let scanLimit = 16

    /// The cell of a slot, where there is one.
    func cell(of slot: Slot) -> Cell? {
        if let index { return index[ObjectIdentifier(slot)] }
        return all.first { $0.isOnly(of: .passUnretained(slot)) }
    }

    /// Adds the cell of a slot that has none.
    mutating func insert(_ cell: Cell, of slot: Slot) {
        all.append(cell)
        if index != nil {
            index?[ObjectIdentifier(slot)] = cell
        } else if all.count > Self.scanLimit {
            index = [:]
            for cell in all { if let slot = cell.slot { index?[ObjectIdentifier(slot)] = cell } }
        }
    }

    /// Takes cells out.
    mutating func remove(where shouldRemove: (Cell) -> Bool) -> [Cell] {
        let (removed, kept) = (all.filter(shouldRemove), all.filter { !shouldRemove($0) })
        if removed.isEmpty { return [] }
        self = ScopeCells()
        for cell in kept { if let slot = cell.slot { insert(cell, of: slot) } }
        return removed
    }

    /// Takes all cells out.
    mutating func removeAll() -> Handful<Cell> {
        defer { self = ScopeCells() }
        return all
    }
}
