/// How a part of a value is reached.
final class PartPath<Whole: Sendable, Value: Sendable>: Sendable {
    /// The part; nil while it is missing.
    let get: @Sendable (Whole) -> Value?
    /// Gives the part to a closure that may change it; it has to be there.
    let modify: @Sendable (inout Whole, (inout Value) -> Bool) -> Bool
    /// Whether a change has put something else in the part's place, for good.
    let isGone: @Sendable (Change<Whole>) -> Bool
    /// The node of those who follow the part; nil where the whole's has left its tree meanwhile.
    let node: @Sendable (PartNode<Whole>) -> PartNode<Value>?
    /// Where the part is an element that is followed by its identity.
    let named: NamedElement<Whole, Value>?

    init(
        get: @escaping @Sendable (Whole) -> Value?, modify: @escaping @Sendable (inout Whole, (inout Value) -> Bool) -> Bool,
        isGone: @escaping @Sendable (Change<Whole>) -> Bool, node: @escaping @Sendable (PartNode<Whole>) -> PartNode<Value>?,
        named: NamedElement<Whole, Value>? = nil
    ) {
        self.get = get
        self.modify = modify
        self.isGone = isGone
        self.node = node
        self.named = named
    }
}

/// What a path has whose element is followed by its identity, which a write may change.
struct NamedElement<Whole: Sendable, Value: Sendable>: Sendable {
    let place: ElementPlace<Value>
    /// What finds the element by the names of this moment, also later.
    let frozen: @Sendable () -> @Sendable (Whole) -> Value?
    /// A path of its own to the same element.
    let copied: @Sendable () -> PartPath<Whole, Value>
}

extension PartPath {
    /// A part that is always reached in the same way.
    static func field(
        _ step: Part.Step, get: @escaping @Sendable (Whole) -> Value?,
        modify: @escaping @Sendable (inout Whole, (inout Value) -> Bool) -> Bool
    ) -> PartPath {
        PartPath(get: get, modify: modify, isGone: { _ in false }) { whole in
            whole.family { FieldParts(of: whole) }?.node(step, get)
        }
    }
}
