internal import Depot
internal import Dispatch

/// A value, and how it stands with its store.
///
/// A write takes the *turn* to write, which other writers wait for, runs the user's
/// closure on a copy with no lock held, and puts the result back. Readers never wait for a writer.
// Each `var` is only touched under `control`.
final class StoredReference<Value: Sendable>: AnyStoredReference, Reference, @unchecked Sendable {
    /// Those who follow parts of the value.
    let root = PartNode<Value>(lock: PartLock(()))
    /// The changes that they have not been told of.
    var untold: [Change<Value>] = []
    var isTelling = false
    var sinks: [ObjectIdentifier: any Sink<Value>] = [:]
    let initial: Initial<Value>
    private let saver: Saver<Value>?
    private let loader: Loader<Value>?
    // The last one, as the place of what comes after it would have to be looked up.
    var value: Value

    init(
        _ value: Value, number: Int = StoreNumber.next(), initial: @escaping Initial<Value>, loader: Loader<Value>? = nil,
        saver: Saver<Value>? = nil, savesInside: Bool = false
    ) {
        self.initial = initial
        self.loader = loader
        self.saver = saver
        self.value = value
        super.init(Value.self, number: number, isLoaded: loader != nil, isSaved: saver != nil, savesInside: savesInside)
    }

    /// A value that only its owner has, in no store.
    convenience init(_ value: Value) { self.init(value, initial: always(value)) }

    deinit { end() }

    override func handover() -> Handover? {
        guard let saver else { return nil }
        let value = value
        return { saver(value, $0, $1) }
    }

    override func load(_ mark: LoadOrder.Mark, _ done: @escaping @Sendable (@escaping @Sendable () -> Loaded) -> Void) {
        let continuation = LoadContinuation<Value> { outcome in
            done { [self] in loaded(outcome, mark) }
        }
        loader?(.userInitiated, continuation)
    }

    override func touch() {
        root.touch(observed)
        observed.changed()
        observed.statusChanged()
    }

    // One thread at a time tells, in the order of the changes; another one leaves its change to it. All see the new value already.
    override func tellFollowers() {
        let sinks = control.withLock { _ in self.sinks }
        for sink in sinks.values { sink.wake() }
        while let change = nextUntold() {
            root.tell(change, observed)
            let told = control.withLock { control -> Change<Value>? in
                isTelling = false
                control.isFollowed = !self.sinks.isEmpty || root.isFollowed
                return untold.isEmpty ? nil : untold.removeFirst()
            }
            withExtendedLifetime(told) {}  // Released outside the lock.
        }
    }
}

/// What saves a value of one key.
typealias Saver<Value> = @Sendable (_ value: Value, _ context: SaveContext, _ continuation: SaveContinuation) -> Void

/// What loads a value of one key.
typealias Loader<Value: Sendable> = @Sendable (_ context: LoadContext, _ continuation: LoadContinuation<Value>) -> Void

/// Makes a value when its store has none.
typealias Initial<Value: Sendable> = @Sendable () throws -> Value

/// Gives the same value each time.
func always<Value: Sendable>(_ value: Value) -> Initial<Value> { { value } }

// MARK: - Reading

extension StoredReference {
    var wholes: [any AnyObject & Sendable] { [] }

    func pinned(at pointer: AnyObject) -> any Reference<Value> { self }

    /// Itself as what a pointer points to: here the type need not be looked up.
    @inline(never)
    var asReference: any Reference<Value> { self }

    var store: AnyStoredReference { self }

    var latestTurn: Int { 0 }

    var renames: Int { 0 }

    var current: Value { control.withLock { _ in value } }

    func read() -> Value {
        observed.wasRead()
        return current
    }

    func noteReadOfLast() {}
}

// MARK: - Writing

extension StoredReference {
    func write(_ body: (inout Value, AnyStoredReference) -> Bool) {
        takeTurn()
        var new = current
        if body(&new, self) { commit(new) } else { abandon() }
    }

    /// Ends a write: the value counts, and its observers and its store are told, outside the lock.
    private func commit(_ new: Value) {
        var before = new
        let done = control.withLock { control in
            replace(&before, &control)
            return commit(&control)
        }
        finish(done)
    }

    /// Sets the value and leaves the one before in its place; under the lock.
    func replace(_ new: inout Value, _ control: inout Control) {
        swap(&value, &new)
        control.version += 1
        if control.isFollowed { noteChange(from: new, control.version) }
    }

    /// Puts the value into every sink, and the change in line for those who follow parts; under the lock.
    @inline(never)  // The metadata of the types in here would be looked up by every write: 25 ns of 104.
    private func noteChange(from before: Value, _ version: Int) {
        let value = value
        for sink in sinks.values { sink.push { value } }
        untold.append(Change(before: before, after: value, version: version))
    }
}

// MARK: - Following

extension StoredReference {
    func moment() -> Moment<Value> { control.withLock { Moment(value, untold: untold, $0.version) } }

    func withNode<Result>(_ body: (PartNode<Value>) -> Result?) -> Result {
        while true {
            guard let result = body(root) else { continue }  // A node has left the tree meanwhile.
            control.withLock { $0.isFollowed = true }
            return result
        }
    }

    private func nextUntold() -> Change<Value>? {
        control.withLock { _ in
            guard !isTelling, let change = untold.first else { return nil }
            isTelling = true
            return change
        }
    }

    func follow(_ attach: @escaping Follow<Value>) -> SharedSubscription { attach(self, 0) { [self] in current } }

    func followLast(_ take: @escaping LastWritten<Value>) -> SharedSubscription? { nil }

    func attach(_ sink: any Sink<Value>) -> SharedSubscription {
        control.withLock { control in
            let value = value
            sink.begin()
            sink.push { value }
            sinks[ObjectIdentifier(sink)] = sink
            control.isFollowed = true
        }
        return SharedSubscription { [weak self] in self?.detach(sink) }
    }

    private func detach(_ sink: any Sink<Value>) {
        control.withLock { control in
            sinks[ObjectIdentifier(sink)] = nil
            control.isFollowed = !sinks.isEmpty || root.isFollowed
        }
    }
}
