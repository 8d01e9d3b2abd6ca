/// Many overrides in one node, sorted by key, with nothing behind them.
final class ValueTable: ValueNode, @unchecked Sendable {  // See `ValueNode`.
    private let sorted: [ValueNode]

    /// What the key of a table is: nobody's.
    private enum NoKey {}

    /// - Parameter newest: At most one override for each key, in the order of the keys.
    init(_ newest: [ValueNode]) {
        sorted = newest.map { $0.alone() }
        super.init(key: ObjectIdentifier(NoKey.self), stamp: 0, next: nil)
    }

    override func alone() -> ValueNode { self }

    override var entries: [ValueNode] { sorted }

    override func match(_ wanted: ObjectIdentifier) -> ValueNode? {
        let (index, isTaken) = sorted.place(of: wanted)
        return isTaken ? sorted[index] : nil
    }

    /// The newest override of each key in a chain, in the order of the keys.
    static func newest(in head: ValueNode?) -> [ValueNode] {
        var found: [ValueNode] = []
        var rest = head
        while let node = rest {
            for entry in node.entries { found.enter(entry) { _ in false } }
            rest = node.next
        }
        return found
    }
}

/// Overrides in the order of their keys.
extension [ValueNode] {
    /// Where the override of a key is, or would have to be.
    func place(of wanted: ObjectIdentifier) -> (index: Int, isTaken: Bool) {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < wanted { low = middle + 1 } else { high = middle }
        }
        return (low, low < count && self[low].key == wanted)
    }

    /// Enters an override, in the place of another one of its key only if that gives way.
    mutating func enter(_ node: ValueNode, over givesWay: (ValueNode) -> Bool) {
        let (index, isTaken) = place(of: node.key)
        if !isTaken { insert(node, at: index) } else if givesWay(self[index]) { self[index] = node }
    }
}
