/// The cells of one registration with arguments: one for each value of them.
final class ArgumentCells {  // Guarded by the family's lock.
    /// Whose cells they are.
    unowned(unsafe) let slot: Slot  // A slot owns its own, and a scope drops a container's before that goes.
    @exclusivity(unchecked) private var byHash: [Int: [Place]] = [:]
    private var count = 0
    /// How many there are when those are looked for again that nobody needs any more.
    private var limit = 16

    /// The place of the instance for one value of the arguments.
    final class Place {  // The one variable is guarded by the family's lock.
        let arguments: [AnyHashable]
        let cell: Cell
        fileprivate let hash: Int
        fileprivate unowned let places: ArgumentCells
        var slot: Slot { places.slot }
        /// Whether it was taken out; a caller that found it before looks again.
        fileprivate(set) var isGone = false

        fileprivate init(_ arguments: [AnyHashable], hash: Int, in places: ArgumentCells) {
            self.arguments = arguments
            self.hash = hash
            self.places = places
            cell = Cell()
            cell.place = self
        }
    }

    init(slot: Slot) {
        self.slot = slot
    }

    /// The places for arguments of one hash.
    ///
    /// Which of them is meant is compared outside the lock, because the comparison is the user's.
    subscript(hash hash: Int) -> [Place] { byHash[hash] ?? [] }

    /// Adds a place for arguments, unless one was added or taken out since `seen` were looked at.
    func add(_ arguments: [AnyHashable], hash: Int, seen: [Place]) -> Place? {
        let known = byHash[hash] ?? []
        guard known.count == seen.count, zip(known, seen).allSatisfy({ $0 === $1 }) else { return nil }
        let place = Place(arguments, hash: hash, in: self)
        byHash[hash, default: []].append(place)
        count += 1
        return place
    }

    /// Every cell there is.
    @inline(never)
    var cells: [Cell] { byHash.values.joined().map(\.cell) }

    /// Whether so many were added that it is time to look for those that nobody needs any more: as many as were left the last time.
    var isFull: Bool { count >= limit }
}

extension ArgumentCells {
    /// Takes out every place that has nothing in it, once all is dropped whose time is over.
    func sweep(into ending: inout Ending, where isOver: (Instance) -> Bool) {
        for place in Array(byHash.values.joined()) {
            place.cell.drop(into: &ending, where: isOver)
            place.removeIfUnused(into: &ending)
        }
        limit = max(16, count * 2)
    }

    fileprivate func remove(_ place: Place) {
        byHash[place.hash]?.removeAll { $0 === place }
        if byHash[place.hash]?.isEmpty == true { byHash[place.hash] = nil }
        count -= 1
    }
}

extension ArgumentCells.Place {
    /// Takes the place out where nobody needs it any more.
    @inline(never)
    func removeIfUnused(into ending: inout Ending) {
        guard !isGone, cell.isUnused, cell.isAlone else { return }
        isGone = true
        // The arguments are the user's.
        ending.remains.append(self)
        places.remove(self)
    }
}
