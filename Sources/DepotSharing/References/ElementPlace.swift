internal import Depot
internal import Synchronization

/// Which element is followed by its identity, and where it was found last: it is looked for from there outward, as what is added or removed
/// before it moves it by a little.
///
/// Who follows an element may write it, and give it another identity: it is followed by that one then, and others who followed it have lost it.
final class ElementPlace<Element: Sendable>: Sendable {
    /// The names of an element at one time.
    struct Names: Sendable {
        fileprivate(set) var id: Part.Step
        /// The identity before the write under way that changes it: until that is done it is found by this one.
        fileprivate(set) var former: Part.Step?
        /// How often one of them has changed.
        fileprivate(set) var changes = 0
    }

    private let state: Locked<Names>
    private let offset: Atomic<Int>
    private let identity: @Sendable (Element) -> Part.Step?
    /// Where elements are, for those that were made together; nil for one alone.
    private let index: ElementIndex?

    init(_ id: Part.Step, at offset: Int, _ index: ElementIndex?, _ identity: @escaping @Sendable (Element) -> Part.Step?) {
        state = Locked(Names(id: id))
        self.offset = Atomic(offset)
        self.identity = identity
        self.index = index
    }

    var names: Names { state.withLock { $0 } }

    /// One of its own for the same element.
    var copy: ElementPlace { ElementPlace(names.id, at: offset.load(ordering: .relaxed), index, identity) }

    /// Where the element is; nil where it is missing.
    func find<Whole: RandomAccessCollection>(_ names: Names, in whole: Whole) -> Whole.Index? where Whole.Element == Element {
        find(names.id, in: whole) ?? names.former.flatMap { find($0, in: whole) }
    }

    private func find<Whole: RandomAccessCollection>(_ id: Part.Step, in whole: Whole) -> Whole.Index? where Whole.Element == Element {
        let count = whole.count
        let seen = Swift.min(offset.load(ordering: .relaxed), count - 1)
        func position(_ place: Int) -> Whole.Index? {
            guard place >= 0, let position = whole.position(at: place), identity(whole[position]) == id else { return nil }
            offset.store(place, ordering: .relaxed)
            return position
        }
        for step in 0..<2 * count {
            if let index, step == ElementIndex.reach {
                // All were moved far, as by a sort: one look at each is enough for all that were made together.
                if let found = index.place(of: id).flatMap(position) { return found }
                index.note(whole.lazy.map(identity))
                return index.place(of: id).flatMap(position)
            }
            if let found = position(step.isMultiple(of: 2) ? seen + step / 2 : seen - (step + 1) / 2) { return found }
        }
        return nil
    }

    /// The element was written by the one who follows it, in the turn to write.
    func noteWrite(_ element: Element) {
        // An identity is the user's: neither compared nor released under the lock.
        let id = identity(element)
        guard let id, id != names.id else { return }
        replace { Names(id: id, former: $0.id, changes: $0.changes + 1) }
    }

    /// The write that these names are from is done.
    func forgetFormer(_ names: Names) {
        // Another thread may be writing by now.
        if names.former != nil { replace { $0.changes == names.changes ? Names(id: $0.id, changes: $0.changes + 1) : $0 } }
    }

    private func replace(_ new: (Names) -> Names) {
        let before = state.withLock { names in
            defer { names = new(names) }
            return names
        }
        withExtendedLifetime(before) {}
    }
}

/// Where the elements of a collection were when all of them were last looked at, by their identities.
final class ElementIndex: Sendable {
    /// How many places one element looks at before that.
    static let reach = 64

    private let places = Locked<[Part.Step: Int]>([:])

    /// Where an element was.
    func place(of id: Part.Step) -> Int? {
        // Hashing and comparing an identity is user code, so it happens outside the lock.
        let known = places.withLock { $0 }
        return known[id]
    }

    /// Notes where they are; of several with one identity, the first.
    func note(_ ids: some Sequence<Part.Step?>) {
        var found: [Part.Step: Int] = [:]
        for (place, id) in ids.enumerated() { if let id, found[id] == nil { found[id] = place } }
        let before = places.withLock { places in
            defer { places = found }
            return places
        }
        withExtendedLifetime(before) {}  // Released outside the lock.
    }
}
