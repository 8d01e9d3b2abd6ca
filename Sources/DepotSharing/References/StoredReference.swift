internal import Depot
internal import Dispatch

/// A value, and how it stands with its store.
///
/// All state is behind one short lock, `control`. What is generic is not in the state of that lock but next to it: code that is
/// not specialized, as that in another module, would look up the type of such a state at each use (a write took 711 ns).
///
/// A write takes the *turn* to write, which other writers wait for, runs the user's
/// closure on a copy with no lock held, and puts the result back. Readers never wait for a writer.
final class StoredReference<Value: Sendable>: Reference, @unchecked Sendable {  // Each `var` is only touched under `control`.
    let control = Locked(Control())
    var value: Value
    /// Those who follow parts of the value.
    let root = PartNode<Value>(lock: PartLock(()))
    /// The changes that they have not been told of.
    var untold: [Change<Value>] = []
    var isTelling = false
    var sinks: [any Sink<Value>] = []
    let observed = Observed()
    let number: Int
    let initial: Initial<Value>
    let saver: Saver<Value>?
    let loader: Loader<Value>?
    /// Whether the store may be called while it is being called.
    let savesInside: Bool

    init(
        _ value: Value, number: Int = StoreNumber.next(), initial: Initial<Value>, loader: Loader<Value>? = nil,
        saver: Saver<Value>? = nil, savesInside: Bool = false
    ) {
        self.savesInside = savesInside
        self.number = number
        self.initial = initial
        self.loader = loader
        self.saver = saver
        self.value = value
    }

    /// A value that only its owner has, in no store.
    convenience init(_ value: Value) { self.init(value, initial: .value(value)) }

    deinit {
        let (subscription, onDeinit) = control.withLock { ($0.subscription, $0.onDeinit) }
        if saver != nil { UnsavedReferences.shared.remove(number) }
        subscription?.cancel()
        onDeinit?()
    }
}

/// What is the same for a value of any type.
struct Control {
    var turn = WriteTurn()
    /// How many changes there were.
    var version = 0
    /// The version of the last write that is not known to be saved.
    var unsaved: Int?
    /// The reference itself while there is such a write, which keeps it alive.
    var kept: (any AnyObject & Sendable)?
    var saving = SaveTurn()
    var order = LoadOrder()
    /// Whether the value was made without what is in the store, as that could not be read.
    var isBlind = false
    /// Whether somebody follows the values or a part.
    var isFollowed = false
    var savers: [CheckedContinuation<Void, any Error>] = []
    var status = Status()
    var subscription: SharedSubscription?
    var onDeinit: (@Sendable () -> Void)?
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
    var isPart: Bool { false }

    var current: Value { control.withLock { _ in value } }

    func read() -> Value {
        observed.wasRead()
        return current
    }

    var status: Status { control.withLock { $0.status } }

    func readStatus() -> Status {
        observed.statusWasRead()
        return status
    }
}
