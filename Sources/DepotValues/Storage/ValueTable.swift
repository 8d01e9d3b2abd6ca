/// Many overrides in one node, sorted by key, with nothing behind them.
final class ValueTable: ValueNode, @unchecked Sendable {  // See `ValueNode`.
    private let sorted: [ValueNode]

    /// What the key of a table is: nobody's.
    private enum NoKey {}

    /// - Parameter newest: At most one override for each key.
    init(_ newest: some Sequence<ValueNode>) {
        sorted = newest.map { $0.alone() }.sorted { $0.key < $1.key }
        super.init(key: ObjectIdentifier(NoKey.self), stamp: 0, next: nil)
    }

    override func alone() -> ValueNode { self }

    override var entries: [ValueNode] { sorted }

    override func match(_ wanted: ObjectIdentifier) -> ValueNode? {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].key < wanted { low = middle + 1 } else { high = middle }
        }
        guard low < sorted.count, sorted[low].key == wanted else { return nil }
        return sorted[low]
    }

    /// A chain as a table: the newest override of each key.
    static func folding(_ head: ValueNode?) -> ValueTable {
        ValueTable(newest(in: head).values)
    }

    /// The newest override of each key in a chain.
    static func newest(in head: ValueNode?) -> [ObjectIdentifier: ValueNode] {
        var found: [ObjectIdentifier: ValueNode] = [:]
        var rest = head
        while let node = rest {
            for entry in node.entries where found[entry.key] == nil { found[entry.key] = entry }
            rest = node.next
        }
        return found
    }
}
