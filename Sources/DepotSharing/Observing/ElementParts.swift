internal import Depot

/// The followed elements of a collection: each by its identity, or, where it has none, by its position.
///
/// A change visits the elements that it may have changed and no others, so many may be followed at no cost.
final class ElementParts<Whole: RandomAccessCollection & Sendable>: PartFamily where Whole.Element: Sendable {
    typealias Node = PartNode<Whole.Element>
    private let identified: PartTable<Node>
    private let positioned: PartTable<Node>
    private let left: @Sendable () -> Void

    init(of parent: PartNode<Whole>) {
        identified = PartTable(lock: parent.lock)
        positioned = PartTable(lock: parent.lock)
        left = { [weak parent] in parent?.leaveIfUnused() }
    }

    var isEmpty: Bool { identified.isEmpty && positioned.isEmpty }

    /// The node of an element.
    func node(_ name: ElementName, lock: PartLock) -> Node {
        let table = if case .id = name { identified } else { positioned }
        return table.item(for: name.key) { [left] detach in
            let node = Node(lock: lock) { id in
                detach(id)
                left()
            }
            return (node, node)
        }
    }

    func touch(_ observed: Observed) {
        for (_, node) in identified.all + positioned.all { node.touch(observed) }
    }

    func tell(_ change: Change<Whole>, _ observed: Observed) {
        let (tellsIdentified, tellsPositioned) = (identified.hasParts, positioned.hasParts)
        guard tellsIdentified || tellsPositioned else { return }
        let difference = ElementDifference(change)
        if tellsIdentified { tellIdentified(difference, observed) }
        if tellsPositioned { tellPositioned(change, difference, observed) }
    }

    private func tellIdentified(_ difference: ElementDifference<Whole>, _ observed: Observed) {
        var moved: [(id: Part.Step, before: Whole.Element)] = []
        var arrived: [Part.Step: Whole.Element] = [:]
        for (before, after) in difference.pairs {
            let (old, new) = (before.flatMap(identity), after.flatMap(identity))
            if let old, let before, old == new {
                identified.item(for: old)?.tell(Change(before: before, after: after), observed)
                continue
            }
            if let old, let before { moved.append((old, before)) }
            if let new, arrived[new] == nil { arrived[new] = after }
        }
        for (id, before) in moved {
            let after = arrived.removeValue(forKey: id)
            identified.item(for: id)?.tell(Change(before: before, after: after), observed)
        }
        for (id, after) in arrived { identified.item(for: id)?.tell(Change(before: nil, after: after), observed) }
    }

    private func tellPositioned(_ change: Change<Whole>, _ difference: ElementDifference<Whole>, _ observed: Observed) {
        if !difference.changesCount {
            for (offset, pair) in zip(difference.offsets, difference.pairs) {
                positioned.item(for: ElementName.position(offset).key)?.tell(Change(before: pair.before, after: pair.after), observed)
            }
            return
        }
        let isGone = change.before != nil && change.after != nil
        for (key, node) in positioned.all {
            guard case .position(let offset)? = ElementName(key), !isGone || offset >= difference.prefix else { continue }
            let part = change.map { $0.element(at: offset) }
            node.tell(isGone ? Change(before: part.before, after: nil) : part, isGone: isGone, observed)
        }
    }
}

/// How an element is followed.
enum ElementName: Sendable {
    /// By its identity, wherever it is.
    case id(Part.Step)
    /// By its offset from the start, for as long as no other element has come there.
    case position(Int)

    var key: Part.Step {
        switch self {
        case .id(let id): id
        case .position(let offset): Part.Step(offset)
        }
    }

    /// The position that a key stands for.
    init?(_ key: Part.Step) {
        guard let offset = key.offset else { return nil }
        self = .position(offset)
    }
}

/// The identity of an element; nil where its type has none.
func identity(_ element: some Sendable) -> Part.Step? {
    func step<Known: Identifiable>(_ known: Known) -> Part.Step { Part.Step(ofElement: AnyHashable(known.id)) }
    return (element as? any Identifiable).map { step($0) }
}

extension RandomAccessCollection {
    /// The element at an offset from the start; nil where there is none.
    func element(at offset: Int) -> Element? {
        offset < count ? self[index(startIndex, offsetBy: offset)] : nil
    }
}
