internal import Depot

/// A part of another value, which it reads and writes through.
///
/// Where the part can go away (an optional that becomes nil, an element that is removed), the last value it had is kept
/// for those who still read it; what they write then changes only that.
final class DerivedReference<Whole: Sendable, Value: Sendable>: Reference {
    /// How the part is reached.
    struct Path: Sendable {
        let step: Part.Step
        let get: @Sendable (Whole) -> Value?
        let modify: @Sendable (inout Whole, (inout Value) -> Bool) -> Bool
    }

    private let whole: Pointer<Whole>
    private let path: Path
    private let last: LastValue<Value>
    private let following: SharedSubscription?

    /// - Parameters:
    ///   - whole: What it is a part of.
    ///   - path: How to reach it.
    ///   - last: What it is while it is missing.
    ///   - canBeMissing: Whether the last value has to be followed.
    init(of whole: Pointer<Whole>, _ path: Path, last: Value, canBeMissing: Bool) {
        self.whole = whole
        self.path = path
        self.last = LastValue(last)
        following = canBeMissing ? whole.attach(PartSink(self.last, path.get)) : nil
    }
}

extension DerivedReference {
    var current: Value { path.get(whole.reference.current) ?? last.value }

    func read() -> Value {
        let get = path.get
        whole.reference.observe(Part(path.step)) { differ(get($0), get($1)) }
        return current
    }

    func observe(_ part: Part, _ hasChanged: @escaping @Sendable (Value, Value) -> Bool) {
        let get = path.get
        whole.reference.observe(part.inside(path.step)) { before, after in
            guard let before = get(before), let after = get(after) else { return true }
            return hasChanged(before, after)
        }
    }

    func write(_ body: (inout Value) -> Bool) {
        whole.reference.write { whole in
            guard path.get(whole) != nil else {
                var value = last.value
                if body(&value) { last.set(value) }
                return false
            }
            return path.modify(&whole, body)
        }
    }

    func attach(_ sink: any Sink<Value>) -> SharedSubscription { whole.attach(PartSink(sink, path.get)) }

    func touch() { whole.reference.touch() }

    var status: Status { whole.reference.status }

    func readStatus() -> Status { whole.reference.readStatus() }

    func reload() async throws { try await whole.reload() }

    func save() async throws { try await whole.reference.save() }
}

/// Gives a sink of a part what comes of the whole.
private final class PartSink<Whole: Sendable, Value: Sendable>: Sink {
    private let sink: any Sink<Value>
    private let get: @Sendable (Whole) -> Value?

    init(_ sink: any Sink<Value>, _ get: @escaping @Sendable (Whole) -> Value?) {
        self.sink = sink
        self.get = get
    }

    func push(_ value: @escaping @Sendable () -> Whole?) {
        sink.push { [get] in value().flatMap(get) }
    }

    func wake() { sink.wake() }
}

/// The last value that was there.
private final class LastValue<Value: Sendable>: Sink {
    private let state: Locked<Value>
    private let pending = PendingValues<Value>()

    init(_ value: Value) { state = Locked(value) }

    var value: Value { state.withLock { $0 } }

    func set(_ value: Value) {
        _ = state.withLock { state in
            defer { state = value }
            return state
        }
    }

    func push(_ value: @escaping @Sendable () -> Value?) { pending.push(value) }

    func wake() { pending.drain(set) }
}
