internal import Synchronization

/// A default that has been made.
@usableFromInline
class DefaultEntry: @unchecked Sendable {  // Each stored property, here and in the subclass, is atomic or a `let` of a Sendable type.
    /// Whether nothing but update closures has read it, so that `prepareDependencies` may still replace it.
    private let unread: Atomic<Bool>
    /// Where `prepareDependencies` set it.
    final let prepared: ReadSite?

    fileprivate init(isUnread: Bool, prepared: ReadSite?) {
        self.unread = Atomic(isUnread)
        self.prepared = prepared
    }

    final var isUnread: Bool { unread.load(ordering: .relaxed) }

    /// Takes note of a read.
    final func settle() { unread.store(false, ordering: .relaxed) }
}

/// A default with its value.
@usableFromInline
final class DefaultValue<Value: Sendable>: DefaultEntry, @unchecked Sendable {  // See `DefaultEntry`.
    @usableFromInline let value: Value

    init(_ value: Value, isUnread: Bool = false, prepared: ReadSite? = nil) {
        self.value = value
        super.init(isUnread: isUnread, prepared: prepared)
    }
}

extension DefaultEntry {
    /// The value, for the key that the entry was found by.
    @inlinable  // For the subscript, see there.
    final func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
        // The entry in the slot of `Key` is only ever made as a `DefaultValue<Key.Value>`.
        unsafeDowncast(self, to: DefaultValue<Key.Value>.self).value
    }
}
