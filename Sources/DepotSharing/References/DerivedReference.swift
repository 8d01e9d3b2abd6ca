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

    /// A part that can be missing later; it is followed when ``start(from:at:)`` has been called.
    init(of whole: Pointer<Whole>, _ path: PartPath<Whole, Value>, last: Value) {
        self.whole = whole
        self.path = path
        let keeper = LastValue(last)
        self.last = keeper
        following = whole.follow { reference in
            { keeper.follow(reference, path, of: whole, in: $0, turn: $1, $2) }
        }
    }

    /// Says when the part had the value given at first, and a moment after the initializer.
    func start(from first: Moment<Whole>, at now: Moment<Whole>) {
        last?.start(path, from: first, at: now)
    }
}

// MARK: - Reading and writing

extension DerivedReference {
    var wholes: [any AnyObject & Sendable] {
        let reference = whole.reference
        return [whole, reference] + reference.wholes
    }

    func pinned(at pointer: AnyObject) -> any Reference<Value> {
        let reference = whole.reference
        let state = last?.state(inTurn: whole.latestTurn)
        // A part that is gone for good is a value of its own.
        if let state, state.isGone { return StoredReference(state.value) }
        let pinned = Pointer(whole === pointer ? reference : reference.pinned(at: pointer))
        guard state != nil else { return DerivedReference(of: pinned, path) }
        let part = DerivedReference(of: pinned, path.named?.copied() ?? path, last: current)
        let now = pinned.reference.moment()
        part.start(from: now, at: now)
        return part
    }

    var current: Value {
        if last == nil, let value = path.get(whole.reference.current) { return value }
        return look().found.value
    }

    func moment() -> Moment<Value> {
        let (moment, _, found) = look()
        return Moment(found.value, untold: moment.untold.map { $0.map(path.get) }, moment.version)
    }

    func read() -> Value {
        while true {
            let observed = store.observed
            guard observed.isTracking else { return current }
            let renames = renames
            observed.wasRead(withNode { $0.observe() })
            noteReadOfLast()
            let value = current
            // What it is a part of may have been turned to another store meanwhile: an observer of the store before hears nothing of this one.
            if store.observed === observed, self.renames == renames { return value }
        }
    }

    func noteReadOfLast() {
        last?.wasRead()
        whole.reference.noteReadOfLast()
    }

    var store: AnyStoredReference { whole.reference.store }

    var latestTurn: Int { whole.latestTurn }

    var renames: Int { whole.reference.renames + (path.named?.place.names.changes ?? 0) }

    func readStatus() -> Status { whole.readStatus() }

    func withNode<Result>(_ body: (PartNode<Value>) -> Result?) -> Result {
        whole.reference.withNode { whole in path.node(whole).flatMap(body) }
    }

    func write(_ body: (inout Value, AnyStoredReference) -> Bool) {
        var written: Value?
        var refused: Value?  // What a write that threw has left is released outside the turn to write, too.
        defer { withExtendedLifetime(refused) {} }
        while true {
            let turn = whole.latestTurn
            let reference = whole.reference
            var isOutdated = false
            var change: LastChange<Value>?
            var names: ElementPlace<Value>.Names?
            reference.write { whole, store in
                defer { names = path.named?.place.names }
                guard let last else { return path.modify(&whole) { body(&$0, store) } }
                let before = reference.moment()
                let moment = Moment(whole, untold: before.untold, before.version)
                var found = value(in: moment, inTurn: turn)
                isOutdated = self.whole.latestTurn != turn
                if isOutdated { return false }
                if found.isPresent {
                    // What was written while the part was missing came before what is there now.
                    return written == nil && path.modify(&whole) { body(&$0, store) }
                }
                if written == nil { if body(&found.value, store) { written = found.value } else { refused = found.value } }
                guard let value = written else { return false }
                isOutdated = !self.whole.unlessTurned(since: turn) {
                    store.unlessChanged(since: moment.version) {
                        change = last.set(value, isGone: found.isGone, at: moment.version, inTurn: turn)
                        return true
                    }
                }
                change?.takeParts(at: moment.version)
                return false
            }
            if let names { path.named?.place.forgetFormer(names) }
            // What was before is released here, outside the turn to write.
            if let change, differ(change.before, change.after) { last?.tell() }
            // What it is a part of was turned, or loaded: the part may be there now.
            if !isOutdated { return }
        }
    }

    /// The part as it is now, with the number of the latest turn and the moment of the whole that it was found in.
    private func look() -> (moment: Moment<Whole>, turn: Int, found: FoundPart<Value>) {
        while true {
            let (turn, names) = (whole.latestTurn, path.named?.place.names)
            let moment = whole.reference.moment()
            let found = value(in: moment, inTurn: turn)
            if whole.latestTurn == turn, path.named?.place.names.changes == names?.changes { return (moment, turn, found) }
        }
    }

    /// The part as it is in a moment of the whole.
    private func value(in moment: Moment<Whole>, inTurn turn: Int) -> FoundPart<Value> {
        guard let last else {
            // A part that cannot be missing is always found.
            return FoundPart(value: path.get(moment.value).unsafelyUnwrapped, isPresent: true)
        }
        let kept = last.state(inTurn: turn)
        if kept.isGone { return FoundPart(value: kept.value, isGone: true, writes: kept.writes) }
        let untold = moment.untold.filter { $0.version > kept.start }
        for change in untold where path.isGone(change) {
            return FoundPart(value: change.before.flatMap(path.get) ?? kept.value, isGone: true, writes: kept.writes)
        }
        if let now = path.get(moment.value) { return FoundPart(value: now, isPresent: true, writes: kept.writes) }
        for change in untold.reversed() {
            if let before = change.before.flatMap(path.get) { return FoundPart(value: before, writes: kept.writes) }
        }
        return FoundPart(value: last.last(inTurn: turn), writes: kept.writes)
    }
}

/// A part, as it was found in its whole.
struct FoundPart<Value: Sendable> {
    var value: Value
    /// Whether it is there; if not, this is the last value it had.
    var isPresent = false
    /// Whether it will not come back.
    var isGone = false
    /// How often the last value had been written before it was looked up.
    var writes = 0
}

// MARK: - What a reference does

extension DerivedReference {
    func follow(_ attach: @escaping Follow<Value>) -> SharedSubscription {
        whole.follow { [path, last] _ in
            { store, turn, read in
                // A part that cannot be missing is always found.
                attach(store, turn) { path.get(read()) ?? last.unsafelyUnwrapped.kept }
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
        while true {
            let store = store
            let (moment, turn, found) = look()
            if found.isGone { part.end() }
            // Between looking and entering nothing may come that would be lost or come before what is older.
            let isEntered = whole.unlessTurned(since: turn) {
                self.store === store && store.unlessChanged(since: moment.version) { last.add(sink, found) }
            }
            if isEntered { break }
        }
        return SharedSubscription {
            subscription.cancel()
            last.remove(sink)
        }
    }

    func reload() async throws { try await whole.reload() }
}
