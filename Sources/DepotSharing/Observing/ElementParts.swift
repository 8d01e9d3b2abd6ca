internal import Depot

/// The followed elements of a collection: each by its identity, or, where it has none, by its position.
///
/// A change visits the elements that it may have changed and no others, so many may be followed at no cost.
final class ElementParts<Whole: RandomAccessCollection & Sendable>: PartFamily where Whole.Element: Sendable {
    typealias Node = PartNode<Whole.Element>
    private let identified: PartTable
    private let positioned: PartTable

    init(of parent: PartNode<Whole>) {
        identified = PartTable(of: parent)
        positioned = PartTable(of: parent)
    }

    var isEmpty: Bool { identified.isEmpty && positioned.isEmpty }

    var isRead: Bool { identified.isRead || positioned.isRead }

    func close() {
        identified.close()
        positioned.close()
    }

    /// The node of an element; nil where the collection has left the tree meanwhile.
    func node(_ name: ElementName) -> Node? {
        let table = if case .id = name { identified } else { positioned }
        let node = table.part(for: name.key.base) { Node(lock: table.lock, detach: $0) }
        return node.map { unsafeDowncast($0, to: Node.self) }  // Only a `Node` is ever kept in the tables.
    }

    /// Tells those who follow one element.
    private func tell(
        _ part: FollowedPart?, _ before: Whole.Element?, _ after: Whole.Element?, isGone: Bool = false, in whole: Change<Whole>,
        _ observed: Observed
    ) {
        guard let part else { return }
        let change = Change(before: before, after: after, version: whole.version, presence: whole.presence)
        unsafeDowncast(part, to: Node.self).tell(change, isGone: isGone, observed)  // As in `node`.
    }

    func touch(_ observed: Observed) {
        identified.touch(observed)
        positioned.touch(observed)
    }

    func tell(_ change: Change<Whole>, _ observed: Observed) {
        let (tellsIdentified, tellsPositioned) = (identified.hasParts, positioned.hasParts)
        guard tellsIdentified || tellsPositioned else { return }
        let difference = ElementDifference(change)
        if tellsIdentified { tellIdentified(change, difference, observed) }
        if tellsPositioned { tellPositioned(change, difference, observed) }
    }

    private func tellIdentified(_ change: Change<Whole>, _ difference: ElementDifference<Whole>, _ observed: Observed) {
        var moved: [(id: AnyHashable, before: Whole.Element)] = []
        var arrived: [AnyHashable: Whole.Element] = [:]
        for (before, after) in difference.pairs {
            let (old, new) = (before.flatMap(identity)?.base, after.flatMap(identity)?.base)
            if let old, let before, old == new {
                tell(identified.part(for: old), before, after, in: change, observed)
                continue
            }
            if let old, let before { moved.append((old, before)) }
            if let new, arrived[new] == nil { arrived[new] = after }
        }
        let missing = change.presence != .same ? followed(except: Set(moved.map(\.id)).union(arrived.keys)) : []
        for (id, before) in moved { tell(identified.part(for: id), before, arrived.removeValue(forKey: id), in: change, observed) }
        for (id, after) in arrived { tell(identified.part(for: id), nil, after, in: change, observed) }
        for part in missing { tell(part, nil, nil, in: change, observed) }
    }

    private func followed(except ids: Set<AnyHashable>) -> [FollowedPart] {
        identified.all.filter { !ids.contains($0.key) }.map(\.part)
    }

    private func tellPositioned(_ change: Change<Whole>, _ difference: ElementDifference<Whole>, _ observed: Observed) {
        if !difference.changesCount {
            for (offset, pair) in zip(difference.offsets, difference.pairs) {
                tell(positioned.part(for: offset), pair.before, pair.after, in: change, observed)
            }
            return
        }
        let isCountOther = change.before != nil && change.after != nil
        for (key, part) in positioned.all {
            guard let offset = key as? Int, !isCountOther || offset >= difference.prefix else { continue }
            let before = change.before?.element(at: offset)
            let isGone = isCountOther && before != nil
            tell(part, before, isGone ? nil : change.after?.element(at: offset), isGone: isGone, in: change, observed)
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
}

/// The identity of an element; nil where its type has none, and where it is not equal to itself, as one that is not a number: by that nothing
/// is found.
func identity(_ element: some Sendable) -> Part.Step? {
    func step<Known: Identifiable>(_ known: Known) -> Part.Step? {
        let id = known.id
        return id == id ? Part.Step(ofElement: AnyHashable(id)) : nil
    }
    return (element as? any Identifiable).flatMap { step($0) }
}

extension RandomAccessCollection {
    /// The position at an offset from the start; nil where there is no element.
    func position(at offset: Int) -> Index? { offset < count ? index(startIndex, offsetBy: offset) : nil }

    /// The element at an offset from the start; nil where there is none.
    func element(at offset: Int) -> Element? { position(at: offset).map { self[$0] } }
}
