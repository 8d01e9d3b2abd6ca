/// The followed parts of a value that are always reached in the same way: its properties, what an optional holds.
final class FieldParts<Whole: Sendable>: PartFamily {
    private let table: PartTable<any Field<Whole>>
    private let left: @Sendable () -> Void

    init(of parent: PartNode<Whole>) {
        table = PartTable(lock: parent.lock)
        left = { [weak parent] in parent?.leaveIfUnused() }
    }

    var isEmpty: Bool { table.isEmpty }

    /// The node of a part; nil where another one of the same name has another type, which cannot be.
    func node<Value: Sendable>(_ key: Part.Step, lock: PartLock, _ get: @escaping @Sendable (Whole) -> Value?) -> PartNode<Value>? {
        let field = table.item(for: key) { [left] detach in
            let node = PartNode<Value>(lock: lock) { id in
                detach(id)
                left()
            }
            return (TypedField(node: node, get: get), node)
        }
        return (field as? TypedField<Whole, Value>)?.node
    }

    func tell(_ change: Change<Whole>, _ observed: Observed) {
        for (_, field) in table.all { field.tell(change, observed) }
    }

    func touch(_ observed: Observed) {
        for (_, field) in table.all { field.touch(observed) }
    }
}

/// One such part, whatever its type.
private protocol Field<Whole>: Sendable {
    associatedtype Whole: Sendable
    func tell(_ change: Change<Whole>, _ observed: Observed)
    func touch(_ observed: Observed)
}

private struct TypedField<Whole: Sendable, Value: Sendable>: Field {
    let node: PartNode<Value>
    let get: @Sendable (Whole) -> Value?

    func tell(_ change: Change<Whole>, _ observed: Observed) { node.tell(change.map(get), observed) }

    func touch(_ observed: Observed) { node.touch(observed) }
}
