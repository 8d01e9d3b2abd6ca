internal import Depot
internal import Dispatch

/// How a value of any type stands with its store, and whose turn it is to write it.
///
/// All state is behind one short lock, `control`. The value and what else depends on its type are in the subclass, ``StoredReference``:
/// generic code takes more room and time.
class AnyStoredReference: @unchecked Sendable {  // `control` is a lock, all else is a `let`.
    let control = Locked(Control())
    let observed = Observed()
    let number: Int
    let valueType: Any.Type
    /// Whether there is a store to load from.
    let isLoaded: Bool
    /// Whether there is a store to save to.
    let isSaved: Bool
    /// Whether that may be called while it is being called.
    let savesInside: Bool

    init(_ type: Any.Type, number: Int, isLoaded: Bool, isSaved: Bool, savesInside: Bool) {
        valueType = type
        self.number = number
        self.isLoaded = isLoaded
        self.isSaved = isSaved
        self.savesInside = savesInside
    }

    /// Ends what belongs to the reference.
    func end() {
        let (subscription, onDeinit) = control.withLock { ($0.subscription, $0.onDeinit) }
        if isSaved { UnsavedReferences.shared.remove(number) }
        subscription?.cancel()
        onDeinit?()
    }

    /// What gives the value of this moment to the store; under the lock.
    func handover() -> Handover? { nil }

    /// Begins a load.
    ///
    /// - Parameters:
    ///   - mark: When it began.
    ///   - done: Takes what settles the outcome, which the waiting task calls.
    func load(_ mark: LoadOrder.Mark, _ done: @escaping @Sendable (@escaping @Sendable () -> Loaded) -> Void) {}

    /// Tells those who follow the values or parts.
    func tellFollowers() {}

    /// Tells all observers to look again.
    func touch() {}
}

extension AnyStoredReference {
    /// Calls a closure unless the value is another one than at a version; none comes meanwhile.
    func unlessChanged(since version: Int, _ body: () -> Bool) -> Bool { control.withLock { $0.version == version && body() } }
}

/// Gives one value to its store.
typealias Handover = @Sendable (_ context: SaveContext, _ continuation: SaveContinuation) -> Void

/// What became of a load.
typealias Loaded = (verdict: LoadOrder.Verdict, error: (any Error)?)

/// What is the same for a value of any type.
struct Control {
    var turn = WriteTurn()
    /// How many changes there were.
    var version = 0
    /// The version of the last write that is not known to be saved.
    var unsaved: Int?
    /// The reference itself while there is such a write, which keeps it alive.
    var kept: AnyStoredReference?
    var saving = SaveTurn()
    /// The newest version whose save has ended.
    var ended = 0
    var order = LoadOrder()
    /// Whether the value is the default, as the store is known to have none.
    var isDefault = false
    /// Whether the value was made without what is in the store, as that could not be read.
    var isBlind = false
    /// Whether somebody follows the values or a part.
    var isFollowed = false
    var savers: [CheckedContinuation<Void, any Error>] = []
    var status = Status()
    var subscription: SharedSubscription?
    var onDeinit: (@Sendable () -> Void)?
}

// MARK: - Status

extension AnyStoredReference {
    var status: Status { control.withLock { $0.status } }

    /// The same; observing the reader observes this as well.
    func readStatus() -> Status {
        observed.statusWasRead()
        return status
    }
}

// MARK: - The turn to write

extension AnyStoredReference {
    /// The turn, as what one thread has and others wait for.
    private var asTurn: ThreadTurn {
        ThreadTurn(isExclusive: true) {
            self.control.withLock { $0.turn.writer }
        } name: {
            "a write of \(self.valueType)"
        }
    }

    /// Takes the turn to write, which other writers wait for.
    func takeTurn() {
        let thread = CurrentThread.id
        if !control.withLock({ $0.turn.take(thread) }) { wait(thread) }
    }

    @inline(never)
    private func wait(_ thread: CurrentThread.ID) {
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            let step: WriteTurn.Step = control.withLock { $0.turn.step(thread, semaphore) }
            switch step {
            case .taken: return
            case .nested: fatalError(SharedError.nestedWrite(valueType))
            case .queued:
                if let ring = WaitGraph.wait(for: asTurn, { semaphore.wait() }) { fatalError(SharedError.writeCycle(ring.path)) }
            }
        }
    }

    /// Ends a write that threw: nothing has happened.
    func abandon() {
        let next = control.withLock { $0.turn.release() }
        next?.signal()
    }

    /// What has to be done after a write, outside the lock.
    struct Committed: Sendable {
        let next: DispatchSemaphore?
        let startsSaving: Bool
        let isFollowed: Bool
    }

    /// Ends a write whose value is in its place; under the lock.
    func commit(_ control: inout Control) -> Committed {
        let next = control.turn.release()
        if isSaved {
            control.order.noteNews()
            control.unsaved = control.version
            control.isDefault = false
            if control.kept == nil { control.kept = self }
        }
        return Committed(next: next, startsSaving: isSaved && control.saving.begin(), isFollowed: control.isFollowed)
    }

    /// Tells the observers and the store of a write, outside the lock.
    func finish(_ done: Committed) {
        done.next?.signal()
        if done.startsSaving { saveAll() }
        if done.isFollowed { tellFollowers() }
        observed.changed()
    }
}
