/// The cells of one registration with arguments: one for each value of them.
final class ArgumentCells {  // Guarded by the family's lock.
    /// Whose cells they are.
    unowned(unsafe) let slot: Slot  // A slot owns its own, and a scope drops a container's before that goes.
    /// Whether the instances live in a scope, and not in the container itself.
    private let isScoped: Bool
    private var byHash: [Int: [Place]] = [:]

    /// The place of the instance for one value of the arguments.
    struct Place {
        let arguments: AnyHashable
        let cell: Cell
    }

    init(slot: Slot, isScoped: Bool) {
        self.slot = slot
        self.isScoped = isScoped
    }

    /// The places for arguments of one hash.
    ///
    /// Which of them is meant is compared outside the lock, because the comparison is the user's.
    subscript(hash hash: Int) -> [Place] { byHash[hash] ?? [] }

    /// Adds a place for arguments, unless one was added since `seen` were looked at.
    func add(_ arguments: AnyHashable, hash: Int, seen: Int) -> Cell? {
        guard byHash[hash, default: []].count == seen else { return nil }
        let cell = Cell(isScoped: isScoped)
        byHash[hash, default: []].append(Place(arguments: arguments, cell: cell))
        return cell
    }

    /// Every cell there is.
    var cells: [Cell] { byHash.values.joined().map(\.cell) }
}
