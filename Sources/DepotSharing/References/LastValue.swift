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
    /// How often it was written, or set because the whole was turned.
    private var writes = 0
    /// Whether it has ever been followed.
    private var isFollowed = false
    /// Where the part is followed; while the whole is turned elsewhere, the place before, and none once the part was written meanwhile.
    private var place: FollowedReference<Value>?
    /// Who observes the part while it is missing; nil before anybody does.
    private var observed: Observed?
    private var sinks: [ObjectIdentifier: any Sink<Value>] = [:]
    /// Those who follow parts of it.
    private var parts: [ObjectIdentifier: PartOfLast<Value>] = [:]

    init(_ value: Value) { self.value = value }

    /// The last value.
    var kept: Value { lock.withLock { _ in value } }

    /// The last value, whether it is gone for good, how often it was written, and up to which version changes are in it already in a turn.
    func state(inTurn turn: Int) -> (value: Value, isGone: Bool, writes: Int, start: Int) {
        lock.withLock { _ in (value, isGone, writes, place.flatMap { $0.turn == turn ? $0.start : nil } ?? .max) }
    }

    /// The value for a part that is missing in a turn; while it is not followed there yet, the one in the place before.
    func last(inTurn turn: Int) -> Value {
        let (value, before) = lock.withLock { _ in (self.value, isGone || place?.turn == turn ? nil : place) }
        return before?.get() ?? value
    }

    /// Writes the part while it is missing, or gone for good, in a turn at a version, up to which changes are in the value then.
    ///
    /// - Returns: What has changed, which is released outside the turn to write, and told by ``tell()``.
    func set(_ value: Value, isGone: Bool, at version: Int, inTurn turn: Int) -> LastChange<Value> {
        var before = value
        return lock.withLock { _ in
            swap(&self.value, &before)
            if isGone { self.isGone = true }
            let former = place
            if let place, place.turn == turn { place.skip(upTo: version) } else { place = nil }
            push()
            return LastChange(before: before, after: value, former: former, parts: Array(parts.values))
        }
    }

    /// Puts the value into every sink; under the lock that it was changed under.
    private func push() {
        writes += 1
        let value = value
        for sink in sinks.values { sink.pushLast { value } }
    }
}

// MARK: - Parts of it

extension LastValue {
    /// Has a closure called with what is written while the part is missing.
    func add(_ take: @escaping LastWritten<Value>) -> SharedSubscription {
        let part = PartOfLast(take)
        lock.withLock { _ in parts[ObjectIdentifier(part)] = part }
        return SharedSubscription { [weak self] in self?.lock.withLock { _ in self?.parts[ObjectIdentifier(part)] = nil } }
    }

    /// What it is a part of was written while that was missing; that is nothing to a part that is gone for good.
    ///
    /// - Returns: What is to be released outside the turn to write.
    private func take(_ value: Value, at version: Int, in reference: FollowedReference<Value>) -> Value {
        var before = value
        lock.withLock { _ in
            if isGone || reference !== place { return }
            swap(&self.value, &before)
            reference.skip(upTo: version)
        }
        return before
    }
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
        wake()
        lock.withLock { _ in observed }?.changed()
    }

    private func wake() {
        let sinks = lock.withLock { _ in self.sinks }
        for sink in sinks.values { sink.wake() }
    }

    /// Enters a sink, which is given the part as it was found if it is missing; false where that was written since.
    func add(_ sink: any Sink<Value>, _ found: FoundPart<Value>) -> Bool {
        lock.withLock { _ in
            guard found.writes == writes else { return false }
            let value = found.value
            if !found.isPresent { sink.pushLast { value } }
            sinks[ObjectIdentifier(sink)] = sink
            return true
        }
    }

    func remove(_ sink: any Sink<Value>) { lock.withLock { _ in sinks[ObjectIdentifier(sink)] = nil } }
}

// MARK: - Following

extension LastValue {
    /// Follows a part of a reference, in place of the reference before.
    ///
    /// The first reference is entered here, and followed from the moment that ``start(_:from:at:)`` gives. `read` reads the whole in its
    /// store.
    func follow<Whole: Sendable>(
        _ reference: any Reference<Whole>, _ path: PartPath<Whole, Value>, of whole: Pointer<Whole>, in store: AnyStoredReference,
        turn: Int, _ read: @escaping @Sendable () -> Whole
    ) -> SharedSubscription {
        let enter: @Sendable (FollowedReference<Value>) -> PartNode<Value> = { new in
            reference.withNode { whole in path.node(whole).flatMap { $0.add(new) ? $0 : nil } }
        }
        let new = FollowedReference(self, turn, in: enter) { path.get(read()) }
        let isFirst = lock.withLock { _ in
            defer { isFollowed = true }
            if !isFollowed { place = new }
            return !isFollowed
        }
        if !isFirst { start(new, path, of: whole, reference, in: store) }
        let lasts = reference.followLast { [weak self] whole, version in
            path.get(whole).flatMap { self?.take($0, at: version, in: new) }
        }
        return SharedSubscription {
            new.leave()
            lasts?.cancel()
        }
    }

    /// Follows the reference that the whole was turned to; where it was turned again since, that is left to who did it.
    private func start<Whole: Sendable>(
        _ new: FollowedReference<Value>, _ path: PartPath<Whole, Value>, of whole: Pointer<Whole>, _ reference: any Reference<Whole>,
        in store: AnyStoredReference
    ) {
        while true {
            guard whole.latestTurn == new.turn else { return }
            let moment = reference.moment()
            let found = path.get(moment.value)
            let writes = lock.withLock { _ in self.writes }
            let value = found ?? last(inTurn: new.turn)
            var before: Former?
            let isStarted = whole.unlessTurned(since: new.turn) {
                store.unlessChanged(since: moment.version) {
                    lock.withLock { _ in
                        guard self.writes == writes else { return false }
                        before = start(new, at: moment.version, value)
                        if found == nil { push() }
                        return true
                    }
                }
            }
            withExtendedLifetime(before) {}  // Released outside the locks.
            if isStarted { return wake() }
        }
    }

    /// Follows the first reference from a moment on.
    ///
    /// At the moment `first` the part had the value that it was made with. The moment `now` is taken after the reference was entered, so
    /// every change after it is told.
    func start<Whole: Sendable>(
        _ path: PartPath<Whole, Value>, from first: Moment<Whole>, at now: Moment<Whole>
    ) {
        guard let new = lock.withLock({ _ in place }), new.start == nil else { return }
        let isGone =
            first.version != now.version && path.isGone(Change(before: first.value, after: now.value, version: now.version))
        let value = isGone ? nil : path.get(now.value)
        let before = lock.withLock { _ in start(new, at: now.version, value, isGone: isGone) }
        withExtendedLifetime(before) {}  // Released outside the lock.
    }

    /// Follows a reference from a version on; under the lock.
    ///
    /// - Returns: What was before, which is released outside the lock.
    private func start(_ new: FollowedReference<Value>, at version: Int, _ value: Value?, isGone: Bool = false) -> Former {
        let before = (self.value, new.early, place)
        place = new
        new.start = version
        if let value, !self.isGone { self.value = value }
        if isGone { self.isGone = true }
        for change in new.early { take(change, of: new) }
        new.early = []
        return before
    }

    private typealias Former = (value: Value, early: [LostValue<Value>], place: FollowedReference<Value>?)

    /// Takes the value before a change that it may have missed; under the lock.
    private func take(_ change: LostValue<Value>, of reference: FollowedReference<Value>) {
        guard let start = reference.start else { return reference.early.append(change) }
        guard reference === place, change.version > start, !isGone else { return }
        value = change.value
        isGone = change.isGone
    }

    /// The part is missing in a reference from a change on.
    func keep(_ change: LostValue<Value>, of reference: FollowedReference<Value>) {
        let released = lock.withLock { _ in
            let before = value
            take(change, of: reference)
            return before
        }
        withExtendedLifetime(released) {}  // Released outside the lock.
    }
}
