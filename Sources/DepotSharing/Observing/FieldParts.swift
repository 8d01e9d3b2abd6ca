/// The followed parts of a value that are always reached in the same way: its properties, what an optional holds.
final class FieldParts<Whole: Sendable>: PartFamily {
    private let table: PartTable

    init(of parent: PartNode<Whole>) { table = PartTable(of: parent) }

    var isEmpty: Bool { table.isEmpty }

    func close() { table.close() }

    /// The node of a part; nil where the whole has left the tree meanwhile.
    func node<Value: Sendable>(_ key: Part.Step, _ get: @escaping @Sendable (Whole) -> Value?) -> PartNode<Value>? {
        let field = table.part(for: key.base) { TypedField(PartNode<Value>(lock: table.lock, detach: $0), get) }
        return (field as? TypedField<Whole, Value>)?.node
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
private class Field<Whole: Sendable>: FollowedPart, @unchecked Sendable {
    func tell(_ change: Change<Whole>, _ observed: Observed) {}
}

private final class TypedField<Whole: Sendable, Value: Sendable>: Field<Whole>, @unchecked Sendable {  // Each property is a `let`.
    let node: PartNode<Value>
    private let get: @Sendable (Whole) -> Value?

    init(_ node: PartNode<Value>, _ get: @escaping @Sendable (Whole) -> Value?) {
        self.node = node
        self.get = get
    }

    override func tell(_ change: Change<Whole>, _ observed: Observed) { node.tell(change.map(get), observed) }

    override func touch(_ observed: Observed) { node.touch(observed) }
}
