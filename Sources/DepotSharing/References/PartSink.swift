internal import Depot

/// Gives a sink of a part what comes of the whole, until something else has come to the part's place.
final class PartSink<Whole: Sendable, Value: Sendable>: Sink {
    private let sink: any Sink<Value>
    private let parts: Parts<Whole, Value>

    init(_ sink: any Sink<Value>, _ path: PartPath<Whole, Value>) {
        self.sink = sink
        parts = Parts(path)
    }

    func push(_ value: @escaping @Sendable () -> Whole?) {
        let (isChange, get) = (parts.notePush(), parts.get)
        // The sink keeps this, so it must not keep the sink.
        sink.push { [parts] in parts.next(of: value(), isChange: isChange, get) }
    }

    func begin() {
        parts.begin()
        sink.begin()
    }

    func wake() { sink.wake() }

    /// What is in the part's place is another one.
    func end() { parts.end() }
}

/// The parts of one whole after the other.
private final class Parts<Whole: Sendable, Value: Sendable>: @unchecked Sendable {  // Each `var` is only touched under the lock.
    private let path: PartPath<Whole, Value>
    private let lock = Locked(())
    /// Whether the whole that is pushed next is a change of the one before.
    private var isChange = false
    /// The whole whose part was taken last.
    private var before: Whole?
    private var isGone = false

    init(_ path: PartPath<Whole, Value>) { self.path = path }

    func begin() { lock.withLock { _ in isChange = false } }

    func end() { lock.withLock { _ in isGone = true } }

    func notePush() -> Bool {
        lock.withLock { _ in
            defer { isChange = true }
            return isChange
        }
    }

    /// What finds the part in the whole that is pushed now.
    var get: @Sendable (Whole) -> Value? { path.named?.frozen() ?? path.get }

    /// The part of the whole that was pushed after the one before; nil while it is missing, and once it is gone.
    func next(of whole: Whole?, isChange: Bool, _ get: (Whole) -> Value?) -> Value? {
        var before = whole
        let isOver = lock.withLock { _ in
            swap(&self.before, &before)
            return isGone
        }
        if isOver { return nil }
        if isChange, path.isGone(Change(before: before, after: whole, version: 0)) {
            end()
            return nil
        }
        return whole.flatMap(get)
    }
}
