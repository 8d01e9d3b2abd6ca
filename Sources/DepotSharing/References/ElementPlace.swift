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

    init(_ id: Part.Step, at offset: Int, _ identity: @escaping @Sendable (Element) -> Part.Step?) {
        state = Locked(Names(id: id))
        self.offset = Atomic(offset)
        self.identity = identity
    }

    var names: Names { state.withLock { $0 } }

    /// One of its own for the same element.
    var copy: ElementPlace { ElementPlace(names.id, at: offset.load(ordering: .relaxed), identity) }

    /// Where the element is; nil where it is missing.
    func find<Whole: RandomAccessCollection>(_ names: Names, in whole: Whole) -> Whole.Index? where Whole.Element == Element {
        find(names.id, in: whole) ?? names.former.flatMap { find($0, in: whole) }
    }

    private func find<Whole: RandomAccessCollection>(_ id: Part.Step, in whole: Whole) -> Whole.Index? where Whole.Element == Element {
        let count = whole.count
        let seen = Swift.min(offset.load(ordering: .relaxed), count - 1)
        for step in 0..<2 * count {
            let place = step.isMultiple(of: 2) ? seen + step / 2 : seen - (step + 1) / 2
            guard place >= 0, let position = whole.position(at: place), identity(whole[position]) == id else { continue }
            offset.store(place, ordering: .relaxed)
            return position
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
