public import Depot
internal import Synchronization

/// One override, and through ``next`` those it was added to: newest first.
///
/// A node never changes, so entering `withDependencies` allocates one node per value and shares the rest. The chain
/// stays short: after ``longest`` nodes it is folded into one ``ValueTable``.
@usableFromInline
// Here and in its two subclasses every stored property is a `let` of a Sendable type.
class ValueNode: AmbientValues, @unchecked Sendable {
    /// The key that is overridden; for a table, that of the table itself.
    final let key: ObjectIdentifier
    /// When: later overrides have greater stamps, across tasks.
    final let stamp: UInt64
    /// The override before this one.
    final let next: ValueNode?
    /// How many nodes there are from here on.
    final let count: Int

    static let longest = 8

    private static let clock = Atomic<UInt64>(0)

    init(key: ObjectIdentifier, stamp: UInt64, next: ValueNode?) {
        self.key = key
        self.stamp = stamp
        self.next = next
        self.count = (next?.count ?? 0) + 1
    }

    /// The newest override: stamped now, in front of a chain that is folded where it is long.
    @usableFromInline
    init(of key: ObjectIdentifier, addedTo head: ValueNode?) {
        self.key = key
        stamp = ValueNode.clock.wrappingAdd(1, ordering: .relaxed).newValue
        next = head.map { $0.count < ValueNode.longest ? $0 : ValueTable(ValueTable.newest(in: $0)) }
        count = (next?.count ?? 0) + 1
    }

    /// The same override with nothing behind it.
    func alone() -> ValueNode { self }

    /// All overrides of this node alone: itself, or the content of a table.
    var entries: [ValueNode] { [self] }

    /// The value of this override as the default of its key; nil for a table.
    func asDefault(preparedAt site: ReadSite?) -> DefaultEntry? { nil }

    /// The node for `key` in this node alone.
    func match(_ wanted: ObjectIdentifier) -> ValueNode? { key == wanted ? self : nil }
}

/// One override with its value.
@usableFromInline
final class Override<Value: Sendable>: ValueNode, @unchecked Sendable {  // See `ValueNode`.
    @usableFromInline let value: Value

    private init(_ key: ObjectIdentifier, _ value: Value, stamp: UInt64, next: ValueNode?) {
        self.value = value
        super.init(key: key, stamp: stamp, next: next)
    }

    @usableFromInline
    init(of key: ObjectIdentifier, _ value: Value, addedTo head: ValueNode?) {
        self.value = value
        super.init(of: key, addedTo: head)
    }

    /// An override that any other of its key beats.
    static func earliest(_ key: ObjectIdentifier, _ value: Value, addedTo head: ValueNode?) -> Override {
        Override(key, value, stamp: 0, next: head)
    }

    override func alone() -> ValueNode { Override(key, value, stamp: stamp, next: nil) }

    override func asDefault(preparedAt site: ReadSite?) -> DefaultEntry? { DefaultValue(value, prepared: site) }
}

// MARK: - Reading

extension ValueNode {
    /// The newest override of `key` from here on.
    final func find(_ wanted: ObjectIdentifier) -> ValueNode? { borrow(wanted)?.takeUnretainedValue() }

    /// The same, borrowed from this chain.
    final func borrow(_ wanted: ObjectIdentifier) -> Unmanaged<ValueNode>? {
        var node = Unmanaged.passUnretained(self)
        while node._withUnsafeGuaranteedRef({ $0.key != wanted }) {
            guard let next = node._withUnsafeGuaranteedRef({ $0.next.map { Unmanaged.passUnretained($0) } }) else {
                // A table is always the last node.
                return node._withUnsafeGuaranteedRef { $0.match(wanted).map { Unmanaged.passUnretained($0) } }
            }
            node = next
        }
        return node
    }

    /// What the newest override of a key from here on holds.
    final func find<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? { find(ObjectIdentifier(key))?.value(of: key) }

    /// The value that the override of `Key` holds.
    @inlinable  // For the subscript, see there.
    final func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
        // A node for `Key` is only ever made by `adding(_:_:to:)`, as an `Override<Key.Value>`.
        unsafeDowncast(self, to: Override<Key.Value>.self).value
    }
}

// MARK: - Adding

extension ValueNode {
    /// The overrides of `head` with one more in front.
    @inlinable  // For the subscript, see there.
    static func adding<Key: TestDependencyKey>(_ key: Key.Type, _ value: Key.Value, to head: ValueNode?) -> ValueNode {
        Override<Key.Value>(of: ObjectIdentifier(key), value, addedTo: head)
    }
}

// MARK: - The task's own

extension ValueNode {
    /// The overrides in effect in the running task.
    static var current: ValueNode? { of(Context.boundValues) }

    /// The overrides that a context holds.
    static func of(_ values: Ambient?) -> ValueNode? {
        // `Context.values` belongs to this module, which only ever puts a `ValueNode` there.
        values.map { unsafeDowncast($0, to: ValueNode.self) }
    }
}
