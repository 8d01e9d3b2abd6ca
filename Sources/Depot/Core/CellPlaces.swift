/// The cells of one registration: one for its only instance, or one for each value of its arguments.
final class CellPlaces {  // Guarded by the family's lock.
    /// The slot that may publish the instance to readers without a lock; nil where none may.
    private unowned(unsafe) let slot: Slot?  // A slot owns its places.
    /// Whether the instances live in a scope, and not in the container itself.
    private let isScoped: Bool
    private var plain: Cell?
    private var byArguments: [Int: [ArgumentCell]] = [:]

    /// The place of the instance for one value of the arguments.
    struct ArgumentCell {
        let arguments: AnyHashable
        let cell: Cell
    }

    /// - Parameter slot: The slot that may publish the instance; nil for the places in a scope.
    init(slot: Slot?) {
        self.slot = slot
        isScoped = slot == nil
    }

    /// The place of the only instance.
    func own() -> Cell {
        if let plain { return plain }
        let made = Cell(slot: slot, isScoped: isScoped)
        plain = made
        return made
    }

    /// The places for arguments of one hash.
    ///
    /// Which of them is meant is compared outside the lock, because the comparison is the user's.
    func argumentCells(hash: Int) -> [ArgumentCell] { byArguments[hash] ?? [] }

    /// Adds a place for arguments, unless one was added since `seen` were looked at.
    func add(_ arguments: AnyHashable, hash: Int, seen: Int) -> Cell? {
        guard byArguments[hash, default: []].count == seen else { return nil }
        let cell = Cell(isScoped: isScoped)
        byArguments[hash, default: []].append(ArgumentCell(arguments: arguments, cell: cell))
        return cell
    }

    /// Every cell there is.
    var cells: [Cell] {
        let plain = plain.map { [$0] } ?? []
        return byArguments.isEmpty ? plain : plain + byArguments.values.joined().map(\.cell)
    }
}
