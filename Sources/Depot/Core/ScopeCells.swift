import Synchronization

/// Where a scope keeps its services without arguments: a cell for each slot, found under the family's lock, and without it by readers.
///
/// The first four cells, more than most scopes have, are a list; the others are in a table, so any number of them is found in the same time. A reader
/// increments a count before it looks and decrements it when it has retained what it found. A writer that removes something reads the count: if
/// there are readers, they may be using what was removed, so it is kept until the last of them is done.
struct ScopeCells: ~Copyable {
    /// The first cell, retained like those of the list behind it; 0 where there is none yet, and `closed` where there is none any more.
    private let first = Atomic<UInt>(0)
    private static var closed: UInt { 1 }
    /// The words of a ``SlotTable`` of the other cells, retained; 0 while there are none.
    private let table = Atomic<UInt>(0)
    private let readers = Atomic<Int>(0)
    /// Whether something was taken out that a reader may be looking at.
    private let lingers = Atomic<Bool>(false)

    init() {}

    deinit {
        let word = first.load(ordering: .relaxed)
        if word != Self.closed { forEach(from: word) { $0.release() } }
        deallocate(present)
    }

    private func deallocate(_ table: SlotTable?) {
        var next = table
        while let table = next {
            next = table.older
            table.deallocate()
        }
    }

    private static func cell(_ word: UInt) -> Unmanaged<Cell>? { UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) } }

    private var present: SlotTable? {
        UnsafeMutablePointer(bitPattern: table.load(ordering: .sequentiallyConsistent)).map { SlotTable(words: $0) }
    }

    /// The cell of a slot, kept by the scope.
    private func find(_ slot: Unmanaged<Slot>) -> Unmanaged<Cell>? {
        var word = first.load(ordering: .sequentiallyConsistent)
        guard word != Self.closed else { return nil }
        while let cell = Self.cell(word) {
            if cell._withUnsafeGuaranteedRef({ $0.isOnly(of: slot) }) { return cell }
            word = cell._withUnsafeGuaranteedRef { $0.next.load(ordering: .sequentiallyConsistent) }
        }
        guard let present else { return nil }
        return Self.cell(present.find(UInt(bitPattern: slot.toOpaque())))
    }
}

// Without the lock.
extension ScopeCells {
    /// What readers are shown of a slot.
    ///
    /// - Returns: It, and whether the reader is the last of those who may have been looking at what was taken out.
    func shownInstance(of slot: Unmanaged<Slot>) -> (instance: Instance?, isLast: Bool) {
        // Before anything is looked at, in the one order that taking out is part of as well.
        readers.add(1, ordering: .sequentiallyConsistent)
        let word = find(slot)?._withUnsafeGuaranteedRef { $0.shown.load(ordering: .sequentiallyConsistent) } ?? 0
        // What is shown is kept at least until no reader is counted.
        let instance = UnsafeRawPointer(bitPattern: word).map { Unmanaged<Instance>.fromOpaque($0).takeUnretainedValue() }
        let left = readers.subtract(1, ordering: .sequentiallyConsistent).newValue
        return (instance, left == 0 && lingers.load(ordering: .sequentiallyConsistent))
    }
}

// Under the family's lock.
extension ScopeCells {
    /// The cell of a slot, made where there is none.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - scope: The scope whose cells they are.
    /// - Returns: The cell.
    func cell(of slot: Slot, in scope: Unmanaged<Scope>) -> Cell {
        if let known = find(.passUnretained(slot)) { return known.takeUnretainedValue() }
        if first.load(ordering: .relaxed) == Self.closed { return Cell(slot: .passUnretained(slot)) }
        let made = Cell(slot: .passUnretained(slot), in: scope)
        insert(made)
        return made
    }

    /// The place of a service, where there is one.
    func existingCell(of slot: Slot) -> Cell? { find(.passUnretained(slot))?.takeUnretainedValue() }

    private static let listLimit = 4

    private func insert(_ cell: Cell) {
        cell.next.store(0, ordering: .relaxed)
        guard var last = Self.cell(first.load(ordering: .relaxed)) else {
            first.store(word(of: cell), ordering: .sequentiallyConsistent)
            return
        }
        var count = 1
        while let next = Self.cell(last._withUnsafeGuaranteedRef { $0.next.load(ordering: .relaxed) }) { (last, count) = (next, count + 1) }
        if count < Self.listLimit {
            last._withUnsafeGuaranteedRef { $0.next.store(word(of: cell), ordering: .sequentiallyConsistent) }
            return
        }
        var table = present ?? grown(from: nil)
        if table.isHalfFull { table = grown(from: table) }
        put(cell, into: table)
    }

    /// The word of a cell that is kept from now on.
    private func word(of cell: Cell) -> UInt { UInt(bitPattern: Unmanaged.passRetained(cell).toOpaque()) }

    private func put(_ cell: Cell, into table: SlotTable) {
        guard let slot = cell.unretainedSlot else { return }
        table.insert(UInt(bitPattern: slot.toOpaque()), word(of: cell))
    }

    private func grown(from old: SlotTable?) -> SlotTable {
        let grown = SlotTable.allocate(capacity: (old?.capacity ?? 4) * 2)
        old?.forEach { slot, cell in grown.insert(slot, cell) }
        show(grown, inPlaceOf: old)
        return grown
    }

    /// Shows another table; the one before goes where no reader is in it, and else with the scope.
    private func show(_ new: SlotTable, inPlaceOf old: SlotTable?) {
        table.store(UInt(bitPattern: new.words), ordering: .sequentiallyConsistent)
        if readers.load(ordering: .sequentiallyConsistent) == 0 { deallocate(old) } else { new.older = old }
    }

    /// Calls a function for each of the cells from the first on, which it may release.
    private func forEach(from first: UInt, _ body: (Unmanaged<Cell>) -> Void) {
        var word = first
        while let cell = Self.cell(word) {
            word = cell._withUnsafeGuaranteedRef { $0.next.load(ordering: .relaxed) }
            body(cell)
        }
        present?.forEach { _, word in if let cell = Self.cell(word) { body(cell) } }
    }

    /// Every cell there is.
    var all: [Cell] {
        var cells: [Cell] = []
        let word = first.load(ordering: .relaxed)
        if word != Self.closed { forEach(from: word) { cells.append($0.takeUnretainedValue()) } }
        return cells
    }

    /// Takes cells out; see ``mayBeRead``.
    func remove(where shouldRemove: (Cell) -> Bool) -> [Cell] {
        let cells = all
        let removed = cells.filter(shouldRemove)
        if removed.isEmpty { return [] }
        // Those that stay are put in anew.
        let old = present
        first.store(0, ordering: .sequentiallyConsistent)
        if let old { show(.allocate(capacity: old.capacity), inPlaceOf: old) }
        for cell in cells where !shouldRemove(cell) { insert(cell) }
        // Each was kept where it stood.
        for cell in cells { Unmanaged.passUnretained(cell).release() }
        return removed
    }

    /// Takes all cells out, for good.
    ///
    /// - Parameter body: Takes them over, one by one; the second argument is ``mayBeRead``.
    func close(_ body: (Cell, Bool) -> Void) {
        let word = first.exchange(Self.closed, ordering: .sequentiallyConsistent)
        guard word != Self.closed, word != 0 else { return }
        // Asked once: no reader that comes later finds any of them.
        let mayBeRead = mayBeRead
        forEach(from: word) { body($0.takeRetainedValue(), mayBeRead) }
    }

    /// Whether a reader may be looking at what was just taken out; the last of them is told then.
    var mayBeRead: Bool {
        lingers.store(true, ordering: .sequentiallyConsistent)
        return readers.load(ordering: .sequentiallyConsistent) > 0
    }

    /// Notes that what lingered is about to be released.
    ///
    /// - Returns: Whether it may be: not while anyone reads.
    func endLingering() -> Bool {
        guard readers.load(ordering: .sequentiallyConsistent) == 0 else { return false }
        lingers.store(false, ordering: .sequentiallyConsistent)
        return true
    }
}
