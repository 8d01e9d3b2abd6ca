internal import Depot

/// The last value that a part had, for while it is missing.
///
/// A part is followed from one moment on. The changes up to that moment are in the value already, so they are left out when they are told;
/// every later one counts.
final class LastValue<Value: Sendable>: @unchecked Sendable {  // Each `var` is only touched under the lock.
    private let lock = Locked(())
    private var value: Value
    /// Whether it will not come back: another value has come to its place.
    private var isGone = false
    /// One for each reference that is followed: one, or for a moment two while the whole is turned to another reference.
    private var followed: [FollowedReference<Value>] = []
    /// The reference before, while the whole is turned to another one that is not followed yet.
    private var left: FollowedReference<Value>?
    /// Who observes the part while it is missing; nil before anybody does.
    private var observed: Observed?
    private var sinks: [any Sink<Value>] = []
    /// Those who follow parts of it.
    private var parts: [PartOfLast<Value>] = []

    init(_ value: Value) { self.value = value }

    /// The last value.
    var kept: Value { lock.withLock { _ in value } }

    /// The last value, whether it is gone for good, and up to which version changes of a reference in a store are in it already.
    func state(in reference: AnyObject, _ store: AnyObject) -> (value: Value, isGone: Bool, start: Int) {
        lock.withLock { _ in (value, isGone, followed.first { $0.isIn(reference, store) }?.start ?? .max) }
    }

    /// The value for a part that is missing in a reference.
    ///
    /// While the whole is turned to that reference, or that to another store, it is the one in the place before.
    func last(in reference: AnyObject, _ store: AnyObject) -> Value {
        let (value, before) = lock.withLock { _ in
            (self.value, isGone ? nil : followed.first { !$0.isIn(reference, store) } ?? left)
        }
        return before?.get() ?? value
    }

    /// Writes the part while it is missing, or gone for good, in a reference at a version, whose changes up to that are in the value then.
    ///
    /// It tells those who follow parts of it.
    ///
    /// - Returns: What has changed, which is released outside the turn to write, and told by ``tell()``.
    func set(_ value: Value, isGone: Bool, at version: Int, of reference: AnyObject, _ store: AnyObject) -> LastChange<Value> {
        var before = value
        let parts = lock.withLock { _ in
            swap(&self.value, &before)
            if isGone { self.isGone = true }
            for followed in followed where followed.isIn(reference, store) { followed.skip(upTo: version) }
            for sink in sinks { sink.pushLast { value } }
            return self.parts
        }
        return (before, value, parts.map { $0.take(value, version) })
    }
}

/// A write of a last value, and what parts of it were before.
typealias LastChange<Value> = (before: Value, after: Value, parts: [(any Sendable)?])

// MARK: - Parts of it

extension LastValue {
    /// Has a closure called with what is written while the part is missing.
    func add(_ take: @escaping LastWritten<Value>) -> SharedSubscription {
        let part = PartOfLast(take)
        lock.withLock { _ in parts.append(part) }
        return SharedSubscription { [weak self] in self?.lock.withLock { _ in self?.parts.removeAll { $0 === part } } }
    }

    /// What it is a part of was written while that was missing; that is nothing to a part that is gone for good.
    ///
    /// - Returns: What it was before.
    private func take(_ value: Value, at version: Int, in reference: FollowedReference<Value>) -> Value {
        var before = value
        lock.withLock { _ in
            if isGone { return }
            swap(&self.value, &before)
            reference.skip(upTo: version)
        }
        return before
    }
}

/// One who follows a part of a last value.
private final class PartOfLast<Value: Sendable>: Sendable {
    let take: LastWritten<Value>

    init(_ take: @escaping LastWritten<Value>) { self.take = take }
}

// MARK: - Who observes the part while it is missing

extension LastValue {
    /// Notes for the observation under way that it depends on this value.
    func wasRead() {
        let observed = lock.withLock { _ in
            let observed = self.observed ?? Observed()
            self.observed = observed
            return observed
        }
        observed.wasRead()
    }

    /// Tells of a write.
    func tell() {
        let (observed, sinks) = lock.withLock { _ in (self.observed, self.sinks) }
        for sink in sinks { sink.wake() }
        observed?.changed()
    }

    func add(_ sink: any Sink<Value>) { lock.withLock { _ in sinks.append(sink) } }

    func remove(_ sink: any Sink<Value>) { lock.withLock { _ in sinks.removeAll { $0 === sink } } }
}

// MARK: - Following

extension LastValue {
    /// Follows a part of a reference, in place of the reference before.
    ///
    /// The first reference is entered here, and followed from the moment that ``start(_:of:from:at:)`` gives. `read` reads the whole in its
    /// store.
    func follow<Whole: Sendable>(
        _ reference: any Reference<Whole>, _ path: PartPath<Whole, Value>, in store: AnyStoredReference,
        _ read: @escaping @Sendable () -> Whole
    ) -> SharedSubscription {
        let new = FollowedReference(self, reference, store) { path.get(read()) }
        let node = reference.withNode { whole in
            path.node(whole).flatMap { $0.add(new) ? $0 : nil }
        }
        let isTurned = lock.withLock { _ in !followed.isEmpty || left != nil }
        if isTurned {
            let moment = reference.moment()
            start(new, at: moment.version, path.get(moment.value) ?? last(in: reference, store), isGone: false)
        } else {
            lock.withLock { _ in followed.append(new) }
        }
        let lasts = reference.followLast { [weak self] whole, version in
            path.get(whole).flatMap { self?.take($0, at: version, in: new) }
        }
        return SharedSubscription { [weak self] in
            node.remove(ObjectIdentifier(new))
            lasts?.cancel()
            self?.leave(new)
        }
    }

    /// Follows the first reference from a moment on.
    ///
    /// At the moment `first` the part had the value that it was made with. The moment `now` is taken after the reference was entered, so
    /// every change after it is told.
    func start<Whole: Sendable>(
        _ path: PartPath<Whole, Value>, of reference: any Reference<Whole>, from first: Moment<Whole>, at now: Moment<Whole>
    ) {
        guard let new = lock.withLock({ _ in followed.first { $0.reference === reference && $0.start == nil } }) else { return }
        let isGone =
            first.version != now.version && path.isGone(Change(before: first.value, after: now.value, version: now.version))
        start(new, at: now.version, isGone ? nil : path.get(now.value), isGone: isGone)
    }

    private func start(_ new: FollowedReference<Value>, at version: Int, _ value: Value?, isGone: Bool) {
        let released = lock.withLock { _ in
            let before = (self.value, new.early, left)
            if !followed.contains(where: { $0 === new }) { followed.append(new) }
            left = nil
            new.start = version
            if let value, !self.isGone { self.value = value }
            if isGone { self.isGone = true }
            for change in new.early { take(change, of: new) }
            new.early = []
            return before
        }
        withExtendedLifetime(released) {}  // Released outside the lock.
    }

    private func leave(_ old: FollowedReference<Value>) {
        let released = lock.withLock { _ in
            let before = (followed, left)
            followed.removeAll { $0 === old }
            if followed.isEmpty { left = old }
            return before
        }
        withExtendedLifetime(released) {}  // Released outside the lock.
    }

    /// Takes the value before a change that it may have missed; under the lock.
    private func take(_ change: LostValue<Value>, of reference: FollowedReference<Value>) {
        guard let start = reference.start else { return reference.early.append(change) }
        guard change.version > start, !isGone else { return }
        value = change.value
        isGone = change.isGone
    }

    /// The part is missing in a reference from a change on.
    fileprivate func keep(_ change: LostValue<Value>, of reference: FollowedReference<Value>) {
        let released = lock.withLock { _ in
            let before = value
            take(change, of: reference)
            return before
        }
        withExtendedLifetime(released) {}  // Released outside the lock.
    }
}

/// The value of a part before a change that ended it.
final class LostValue<Value: Sendable>: Sendable {
    let value: Value
    /// Whether what is found in its place from here on is another one.
    let isGone: Bool
    /// The version of the whole after the change.
    let version: Int

    init(_ value: Value, isGone: Bool, version: Int) {
        self.value = value
        self.isGone = isGone
        self.version = version
    }
}

/// A reference in which a part is followed.
// Each `var` is only touched under the owner's lock.
private final class FollowedReference<Value: Sendable>: LastValueKeeper, @unchecked Sendable {
    let reference: AnyObject
    private let store: AnyObject
    /// The part now; nil where it is missing.
    let get: @Sendable () -> Value?
    /// The version of the moment from which on the part is followed; nil until that is known.
    var start: Int?
    /// What was told before that.
    var early: [LostValue<Value>] = []
    private weak var owner: LastValue<Value>?

    init(_ owner: LastValue<Value>, _ reference: AnyObject, _ store: AnyObject, _ get: @escaping @Sendable () -> Value?) {
        self.owner = owner
        self.reference = reference
        self.store = store
        self.get = get
    }

    /// Passes over changes that are told later: they would bring back what was there before a write.
    func skip(upTo version: Int) { start = start.map { max($0, version) } }

    func isIn(_ reference: AnyObject, _ store: AnyObject) -> Bool { self.reference === reference && self.store === store }

    func keep(_ change: LostValue<Value>) { owner?.keep(change, of: self) }
}
