internal import Depot

/// The last value that a part had, for while it is missing.
final class LastValue<Value: Sendable>: LastValueKeeper, @unchecked Sendable {  // Each `var` is only touched under the lock.
    private let lock = Locked(())
    private var value: Value
    /// Whether it will not come back: another value has come to its place.
    private var isGone = false
    /// Reads the part in the reference that is followed; nil where the part is missing there.
    private var source: (@Sendable () -> Value?)?

    init(_ value: Value) { self.value = value }

    var now: (value: Value, isGone: Bool) { lock.withLock { _ in (value, isGone) } }

    /// The value for a part that is missing now.
    ///
    /// While the whole is turned to another reference, the last value is the one in the reference before.
    var last: Value { lock.withLock { _ in isGone ? nil : source }?() ?? now.value }

    func set(_ value: Value) {
        var value = value
        lock.withLock { _ in swap(&self.value, &value) }
        withExtendedLifetime(value) {}  // Released outside the lock.
    }

    func keep(_ last: Value, isGone: Bool) {
        var last = last
        lock.withLock { _ in
            if self.isGone { return }
            swap(&value, &last)
            self.isGone = isGone
        }
        withExtendedLifetime(last) {}  // Released outside the lock.
    }

    /// Follows a part of a reference from here on, in place of the reference before.
    func follow<Whole: Sendable>(_ reference: any Reference<Whole>, _ path: PartPath<Whole, Value>) -> SharedSubscription {
        let node = reference.withNode { whole in
            path.node(whole).flatMap { $0.add(self) ? $0 : nil }
        }
        keep(last, isGone: false)
        var source: (@Sendable () -> Value?)? = { path.get(reference.current) }
        lock.withLock { _ in swap(&self.source, &source) }
        withExtendedLifetime(source) {}  // Released outside the lock.
        return SharedSubscription { node.remove(ObjectIdentifier(self)) }
    }
}
