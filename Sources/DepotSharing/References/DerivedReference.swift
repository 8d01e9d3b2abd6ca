internal import Depot

/// A part of another value, which it reads and writes through.
///
/// Where the part can go away (an optional that becomes nil, an element that is removed), the last value it had is kept
/// for those who still read it; what they write then changes only that.
final class DerivedReference<Whole: Sendable, Value: Sendable>: Reference {
    private let whole: Pointer<Whole>
    private let path: PartPath<Whole, Value>
    /// What it is while it is missing; nil where it cannot be.
    private let last: LastValue<Value>?
    private let following: SharedSubscription?

    /// A part that cannot be missing.
    init(of whole: Pointer<Whole>, _ path: PartPath<Whole, Value>) {
        self.whole = whole
        self.path = path
        last = nil
        following = nil
    }

    /// A part that can be missing later; it is followed when ``start(_:from:at:)`` has been called.
    init(of whole: Pointer<Whole>, _ path: PartPath<Whole, Value>, last: Value) {
        self.whole = whole
        self.path = path
        let keeper = LastValue(last)
        self.last = keeper
        following = whole.follow { reference in
            { keeper.follow(reference, path, in: $0, $1) }
        }
    }

    /// Says when the part had the value given at first, and a moment after the initializer.
    func start(_ reference: any Reference<Whole>, from first: Moment<Whole>, at now: Moment<Whole>) {
        last?.start(path, of: reference, from: first, at: now)
    }
}

// MARK: - Reading and writing

extension DerivedReference {
    var isPart: Bool { true }

    var wholes: [any AnyObject & Sendable] {
        let reference = whole.reference
        return [whole, reference] + reference.wholes
    }

    func pinned(at pointer: AnyObject) -> any Reference<Value> {
        let reference = whole.reference
        let state = last?.state(in: reference, reference.store)
        // A part that is gone for good is a value of its own.
        if let state, state.isGone { return StoredReference(state.value) }
        let pinned = Pointer(whole === pointer ? reference : reference.pinned(at: pointer))
        guard state != nil else { return DerivedReference(of: pinned, path) }
        let part = DerivedReference(of: pinned, path, last: current)
        let now = pinned.reference.moment()
        part.start(pinned.reference, from: now, at: now)
        return part
    }

    var current: Value {
        let reference = whole.reference
        if last == nil, let value = path.get(reference.current) { return value }
        return value(in: reference.moment(), of: reference).value
    }

    func moment() -> Moment<Value> {
        let reference = whole.reference
        let moment = reference.moment()
        return Moment(value(in: moment, of: reference).value, untold: moment.untold.map { $0.map(path.get) }, moment.version)
    }

    func read() -> Value {
        while true {
            let observed = store.observed
            guard observed.isTracking else { return current }
            observed.wasRead(withNode { $0.observe() })
            noteReadOfLast()
            let value = current
            // What it is a part of may have been turned to another store meanwhile: an observer of the store before hears nothing of this one.
            if store.observed === observed { return value }
        }
    }

    func noteReadOfLast() {
        last?.wasRead()
        whole.reference.noteReadOfLast()
    }

    var store: AnyStoredReference { whole.reference.store }

    func readStatus() -> Status { whole.readStatus() }

    func withNode<Result>(_ body: (PartNode<Value>) -> Result?) -> Result {
        whole.reference.withNode { whole in path.node(whole).flatMap(body) }
    }

    func write(_ body: (inout Value) -> Bool) {
        let reference = whole.reference
        var change: LastChange<Value>?
        reference.write { whole in
            guard let last else { return path.modify(&whole, body) }
            let before = reference.moment()
            let moment = Moment(whole, untold: before.untold, before.version)
            var found = value(in: moment, of: reference)
            if found.isPresent { return path.modify(&whole, body) }
            if body(&found.value) {
                change = last.set(found.value, isGone: found.isGone, at: moment.version, of: reference, reference.store)
            }
            return false
        }
        // What was before is released here, outside the turn to write.
        if let change, differ(change.before, change.after) { last?.tell() }
    }

    /// The value, whether it is there or the last one it had, and whether that is gone for good.
    private func value(in moment: Moment<Whole>, of reference: any Reference<Whole>) -> (value: Value, isPresent: Bool, isGone: Bool) {
        guard let last else {
            // A part that cannot be missing is always found.
            return (path.get(moment.value).unsafelyUnwrapped, true, false)
        }
        let store = reference.store
        let kept = last.state(in: reference, store)
        if kept.isGone { return (kept.value, false, true) }
        let untold = moment.untold.filter { $0.version > kept.start }
        for change in untold where path.isGone(change) {
            return (change.before.flatMap(path.get) ?? kept.value, false, true)
        }
        if let now = path.get(moment.value) { return (now, true, false) }
        for change in untold.reversed() {
            if let before = change.before.flatMap(path.get) { return (before, false, false) }
        }
        return (last.last(in: reference, store), false, false)
    }
}

// MARK: - What a reference does

extension DerivedReference {
    func follow(_ attach: @escaping Follow<Value>) -> SharedSubscription {
        whole.follow { [path, last] _ in
            { store, read in
                // A part that cannot be missing is always found.
                attach(store) { path.get(read()) ?? last.unsafelyUnwrapped.kept }
            }
        }
    }

    func followLast(_ take: @escaping LastWritten<Value>) -> SharedSubscription? {
        let own = last?.add(take)
        let ofWhole = whole.reference.followLast { [path] whole, version in path.get(whole).flatMap { take($0, version) } }
        guard let own, let ofWhole else { return own ?? ofWhole }
        return SharedSubscription {
            own.cancel()
            ofWhole.cancel()
        }
    }

    func attach(_ sink: any Sink<Value>) -> SharedSubscription {
        let part = PartSink(sink, path)
        let subscription = whole.attach(part)
        guard let last else { return subscription }
        last.add(sink)
        let reference = whole.reference
        let now = value(in: reference.moment(), of: reference)
        if last.state(in: reference, reference.store).isGone { part.end() }
        if !now.isPresent { sink.pushLast { now.value } }
        return SharedSubscription {
            subscription.cancel()
            last.remove(sink)
        }
    }

    func reload() async throws { try await whole.reload() }
}
