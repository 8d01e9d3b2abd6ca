/// The followed parts of a value that are always reached in the same way: its properties, what an optional holds.
final class FieldParts<Whole: Sendable>: PartFamily {
    private let table: PartTable

    init(of parent: PartNode<Whole>) { table = PartTable(of: parent) }

    var isEmpty: Bool { table.isEmpty }

    var isRead: Bool { table.isRead }

    func close() { table.close() }

    /// The node of a part; nil where the whole has left the tree meanwhile.
    func node<Value: Sendable>(_ key: Part.Step, _ get: @escaping @Sendable (Whole) -> Value?) -> PartNode<Value>? {
        let field = table.part(for: key.base) { Field(PartNode<Value>(lock: table.lock, detach: $0), get) }
        // As in `tell`.
        return field.flatMap { unsafeDowncast($0, to: Field<Whole>.self).node as? PartNode<Value> }
    }

    func tell(_ change: Change<Whole>, _ observed: Observed) {
        // Only a `Field<Whole>` is ever kept in this table.
        for (_, field) in table.all { unsafeDowncast(field, to: Field<Whole>.self).tell(change, observed) }
    }

    func touch(_ observed: Observed) { table.touch(observed) }
}

extension PartNode {
    /// The node of those who follow whether the part is there, whatever its value; nil where this one has left the tree meanwhile.
    var presence: PartNode<Bool>? { family { FieldParts(of: self) }?.node(Part.Step(PresenceStep())) { _ in true } }
}

/// The step from a part to whether it is there.
private struct PresenceStep: Hashable, Sendable {}

/// One such part, whatever its type.
private final class Field<Whole: Sendable>: FollowedPart, @unchecked Sendable {  // Each property is a `let`.
    let node: FollowedPart
    let tell: @Sendable (_ change: Change<Whole>, _ observed: Observed) -> Void

    init<Value>(_ node: PartNode<Value>, _ get: @escaping @Sendable (Whole) -> Value?) {
        self.node = node
        tell = { node.tell($0.map(get), $1) }
    }

    override func touch(_ observed: Observed) { node.touch(observed) }

    override var isRead: Bool { node.isRead }
}
