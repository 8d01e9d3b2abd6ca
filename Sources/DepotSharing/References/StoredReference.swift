internal import Depot
internal import Dispatch

/// A value, and how it stands with its store.
///
/// All state is behind one short lock. A write takes the *turn* to write, which other writers wait for, runs the user's
/// closure on a copy with no lock held, and puts the result back. Readers never wait for a writer.
final class StoredReference<Value: Sendable>: Reference {
    let state: Locked<State>
    let observed = Observed()
    let initial: Initial<Value>
    let saver: Saver<Value>?
    let loader: Loader<Value>?

    struct State {
        var value: Value
        var turn = WriteTurn()
        /// How many changes there were, and how many of the program's own writes among them.
        var version = 0
        /// The version of the last write that is not known to be saved.
        var unsaved: Int?
        var isSaving = false
        var mustSave = false
        var savers: [CheckedContinuation<Void, any Error>] = []
        var status = Status()
        var parts: [Part: @Sendable (Value, Value) -> Bool] = [:]
        var sinks: [any Sink<Value>] = []
        var subscription: SharedSubscription?
        var onDeinit: (@Sendable () -> Void)?
    }

    init(_ value: Value, initial: Initial<Value>, loader: Loader<Value>? = nil, saver: Saver<Value>? = nil) {
        self.initial = initial
        self.loader = loader
        self.saver = saver
        state = Locked(State(value: value))
    }

    /// A value that only its owner has, in no store.
    convenience init(_ value: Value) { self.init(value, initial: .value(value)) }

    deinit {
        let (subscription, onDeinit) = state.withLock { ($0.subscription, $0.onDeinit) }
        subscription?.cancel()
        onDeinit?()
    }
}

/// What saves a value of one key.
typealias Saver<Value> = @Sendable (_ value: Value, _ context: SaveContext, _ continuation: SaveContinuation) -> Void

/// What loads a value of one key.
typealias Loader<Value: Sendable> = @Sendable (_ context: LoadContext, _ continuation: LoadContinuation<Value>) -> Void

/// What a value is when its store has none.
enum Initial<Value: Sendable>: Sendable {
    case value(Value)
    case make(@Sendable () throws -> Value)

    func get() throws -> Value {
        switch self {
        case .value(let value): value
        case .make(let make): try make()
        }
    }
}

// MARK: - Reading

extension StoredReference {
    var current: Value { state.withLock { $0.value } }

    func read() -> Value {
        observed.wasRead()
        return state.withLock { $0.value }
    }

    var status: Status { state.withLock { $0.status } }

    func readStatus() -> Status {
        observed.statusWasRead()
        return status
    }
}
