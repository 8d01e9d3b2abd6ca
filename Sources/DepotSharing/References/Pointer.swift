internal import Depot

/// What the copies of one shared property have in common: the reference that they point to.
///
/// Loading another key makes all of them point to another reference, and takes those along who follow the values.
final class Pointer<Value: Sendable>: @unchecked Sendable {  // Each `var` is only touched under the lock.
    private let state = Locked(PointerState())
    private var target: any Reference<Value>
    private var loadError: (any Error)?
    /// A `Follower` each, by its number; the type is not told here, as looking it up took 200 ns for each pointer.
    private var followers: [Int: any AnyObject & Sendable] = [:]
    /// Whether it shows a part of another value.
    var isPart: Bool {
        let reference = reference
        return reference.store !== reference
    }

    init(_ reference: any Reference<Value>) { target = reference }

    /// What is pointed to now.
    var reference: any Reference<Value> {
        // Handed out by a variable, since the lock's own result would need its type at run time.
        var found: (any Reference<Value>)?
        state.withLock { _ in found = target }
        return found.unsafelyUnwrapped
    }
}

/// What a pointer counts.
struct PointerState {
    /// How many loads are under way.
    var count = 0
    /// Which load or turn began last.
    var newest = 0
    /// The number of the turn in which it got its reference.
    var turn = 0
}

/// Counts the turns of all pointers; held while one is turned, which two threads do one after the other.
private let turns = Locked(0)

/// A pointer was turned to another reference.
private typealias Turned<Value: Sendable> = (
    before: any Reference<Value>, after: any Reference<Value>, turn: Int, followers: [Int: any AnyObject & Sendable]
)

// MARK: - Following

extension Pointer {
    /// Puts the value and every later one into a sink, also those of what is pointed to later.
    func attach(_ sink: any Sink<Value>) -> SharedSubscription {
        follow(wake: { sink.wake() }, { [state] in $0.attach(TurnSink(sink, turn: $1, state)) })
    }

    /// Attaches something to what is pointed to, and again each time that this pointer, or one that its reference is a part of, is turned.
    func follow(_ attach: @escaping @Sendable (any Reference<Value>) -> Follow<Value>) -> SharedSubscription {
        follow(wake: {}) { reference, turn in
            let attach = attach(reference)
            return reference.follow { attach($0, max(turn, $1), $2) }
        }
    }

    private func follow(wake: @escaping @Sendable () -> Void, _ attach: @escaping Attach<Value>) -> SharedSubscription {
        while true {
            // The turn is read first: if another one comes before the reference is read, the follower is not entered.
            let turn = state.withLock { $0.turn }
            let subscription = attach(reference, turn)
            let follower = Follower(attach, wake: wake, subscription)
            let isEntered = state.withLock { state in
                guard state.turn == turn else { return false }
                followers[follower.number] = follower
                return true
            }
            if isEntered {
                return SharedSubscription { [weak self] in
                    // Nobody turns a pointer that is gone.
                    if let self { detach(follower) } else { follower.subscription.cancel() }
                }
            }
            subscription.cancel()
        }
    }

    private func detach(_ follower: Follower<Value>) {
        let subscription = state.withLock { _ in
            followers[follower.number] = nil
            return follower.subscription
        }
        subscription.cancel()
    }

    /// Turns to another reference; what is still being loaded no longer counts.
    ///
    /// A part of what this pointer shows becomes a part of the reference that it has now: a value cannot be read as a part of itself.
    func point(to reference: any Reference<Value>) {
        var error: (any Error)?  // The one before is released outside the lock.
        let load = state.withLock { state in
            state.newest += 1
            swap(&loadError, &error)
            return state.newest
        }
        var reference = reference
        while true {
            // Two threads that turn two pointers could close a ring together.
            let (isRing, turned, wholes) = turns.withLock { turns in
                let wholes = reference.wholes
                let isRing = wholes.contains { $0 === self }
                return (isRing, isRing ? nil : turn(to: reference, load: load, &turns), wholes)
            }
            withExtendedLifetime(wholes) {}  // Released outside the lock.
            if !isRing { return follow(turned) }
            reference = reference.pinned(at: self)
        }
    }

    private func point(to reference: StoredReference<Value>, load: Int) {
        setLoadError(nil, of: load)
        follow(turns.withLock { turn(to: reference, load: load, &$0) })
    }

    /// Sets the target, and leaves the followers where they are.
    ///
    /// - Returns: What came of it; nil if a later load or turn counts, or if the pointer has the reference already.
    private func turn(to reference: any Reference<Value>, load: Int, _ turns: inout Int) -> Turned<Value>? {
        turns += 1
        return state.withLock { [turns] state in
            guard state.newest == load, target !== reference else { return nil }
            state.turn = turns
            defer { target = reference }
            return (target, reference, state.turn, followers)
        }
    }

    /// Attaches the followers to what the pointer was turned to.
    private func follow(_ turned: Turned<Value>?) {
        guard let turned else { return }
        let (reference, turn) = (turned.after, turned.turn)
        // In the order in which they came.
        for number in turned.followers.keys.sorted() {
            // Only a `Follower` is ever entered.
            let follower = unsafeDowncast(turned.followers[number].unsafelyUnwrapped, to: Follower<Value>.self)
            // A thread that has turned the pointer since then takes care of all followers itself.
            guard let former = state.withLock({ $0.turn == turn ? follower.subscription : nil }) else { break }
            former.cancel()
            var subscription = follower.attach(reference, turn)
            let isFollowed = state.withLock { state in
                guard state.turn == turn, self.followers[follower.number] != nil else { return false }
                swap(&follower.subscription, &subscription)
                return true
            }
            if isFollowed { follower.wake() }
            // The one that is not in use, which is released outside the lock.
            subscription.cancel()
        }
        turned.before.store.touch()
    }
}

extension Pointer {
    /// The greatest number of a turn of it and of the pointers that its reference is a part of.
    var latestTurn: Int {
        var found: (any Reference<Value>)?
        let turn = state.withLock { state in
            found = target
            return state.turn
        }
        return max(turn, found?.latestTurn ?? 0)
    }

    /// Calls a closure unless one of them was turned since a number was the latest; none is turned meanwhile.
    func unlessTurned(since turn: Int, _ body: () -> Bool) -> Bool { turns.withLock { _ in latestTurn == turn && body() } }
}

// MARK: - Status

extension Pointer {
    /// The status of loading and saving; Observation sees the read.
    func readStatus() -> Status {
        var status = reference.readStatus()
        let (isLoading, error) = state.withLock { ($0.count > 0, loadError) }
        if isLoading { status.isLoading = true }
        if let error { status.loadError = error }
        return status
    }
}

// MARK: - Loading

extension Pointer {
    /// Loads the value again.
    func reload() async throws {
        try await reference.reload()
        if setLoadError(nil) != nil { reference.store.touch() }
    }

    /// Loads the value of a key and then points to it; of several loads the one that began last counts.
    func load<Key: SharedReaderKey>(_ key: Key) async throws where Key.Value == Value {
        let references = References.inEffect
        let key = key.bound()
        let load = begin()
        defer { end() }
        do {
            if let live = try references.live(key) {
                try await live.loadIfMissing()
                return point(to: live, load: load)
            }
            let found = try await references.reference(loading: key) { [self] _ in key.initial ?? always(reference.current) }
            point(to: found, load: load)
        } catch {
            setLoadError(error, of: load)
            throw error
        }
    }

    /// Sets why the last load failed; that of one load, unless a later one counts.
    ///
    /// - Returns: The error before, so that it is released outside the lock.
    @discardableResult
    private func setLoadError(_ error: (any Error)?, of load: Int? = nil) -> (any Error)? {
        var error = error
        state.withLock { if load == nil || $0.newest == load { swap(&loadError, &error) } }
        return error
    }

    private func begin() -> Int {
        let (load, reference) = state.withLock { state in
            state.count += 1
            state.newest += 1
            return (state.newest, target)
        }
        reference.store.touch()
        return load
    }

    private func end() {
        let reference = state.withLock { state in
            state.count -= 1
            return target
        }
        reference.store.touch()
    }
}
