import Synchronization

/// Some of the open scopes of a family, under a lock of their own.
///
/// A scope that a task opens in no other is *reserved* at first: what is claimed, made and closed in it is decided under this lock, and each
/// thread has another, so that requests do not wait for each other. As soon as more than that is to be decided, because a factory resolves,
/// a thread waits or a container closes, the scope *joins* the family: from then on everything in it is decided under the family's lock,
/// as in all others. The idea is that of lock reservation (Kawachiya, Koseki, Onodera, "Lock Reservation: Java Locks Can Mostly Do Without
/// Atomic Operations", OOPSLA 2002).
///
/// Who holds both locks took the family's first.
final class ScopeShard: Sendable {
    private let scopes = Locked(ScopeList(), isAlone: true)

    /// Takes a scope in.
    func open(_ scope: Scope) { scopes.withLock { $0.insert(scope) } }

    /// Decides something in a scope of this shard, which the caller keeps; nil where that has joined the family.
    func decide<Result>(in scope: Unmanaged<Scope>, _ body: (Scope) -> Result?) -> Result? {
        ifReserved(scope) { _, scope in body(scope) }
    }

    /// Closes a scope.
    ///
    /// - Parameters:
    ///   - scope: Which one.
    ///   - isAwaited: Whether the caller disposes what it has made.
    /// - Returns: What is left to be done; nil where the scope has joined the family.
    func close(_ scope: Unmanaged<Scope>, isAwaited: Bool) -> Ending? {
        ifReserved(scope) { scopes, scope in
            scopes.remove(scope)
            var ending = Ending()
            scope.end(into: &ending)
            if ending.disposal != nil { ending.lineUp(in: scope.core.family, at: .scope(scope), isAwaited: isAwaited) }
            return ending
        }
    }

    private func ifReserved<Result>(_ scope: Unmanaged<Scope>, _ body: (inout ScopeList, Scope) -> Result?) -> Result? {
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.decides.reach()
            defer { SyncPoint.decided.reach() }
        #endif
        var result: Result?
        scopes.withLock { scopes in
            #if DEBUG
                ThreadState.current.pointee.locks += 1
                defer { ThreadState.current.pointee.locks -= 1 }
            #endif
            scope._withUnsafeGuaranteedRef { if $0.isReserved { result = body(&scopes, $0) } }
        }
        return result
    }

    /// Hands a scope over to its family; under the family's lock.
    ///
    /// - Returns: Whether it is open.
    func handOver(_ scope: Scope) -> Bool {
        scopes.withLock { scopes in
            scope.join()
            if scope.isClosed { return false }
            scopes.remove(scope)
            return true
        }
    }

    /// Hands all its scopes over to their family; under the family's lock.
    func handOverAll() -> [Scope] {
        var all: [Scope] = []
        scopes.withLock { scopes in
            all = scopes.removeAll()
            for scope in all { scope.join() }
        }
        return all
    }
}

/// The shards of a family, one for each of so many threads, made when that opens its first scope.
final class ScopeShards: Sendable {
    private let keptScopes = Atomic<Int>(0)
    /// How many scopes of the family were ever set by hand, or held.
    private let setScopes = Atomic<UInt>(0)
    /// Each a `ScopeShard`, retained, or 0 before its first scope.
    private nonisolated(unsafe) let shards: UnsafeMutablePointer<Atomic<UInt>>  // Atomic, each of them.
    /// A power of two; threads that share a shard wait for each other, and no more.
    private static let count = 16

    init() {
        shards = .allocate(capacity: Self.count)
        for index in 0..<Self.count { (shards + index).initialize(to: Atomic(0)) }
    }

    deinit {
        for index in 0..<Self.count { shard(index)?.release() }
        shards.deinitialize(count: Self.count)
        shards.deallocate()
    }

    /// Whether any scope of the family is kept that was set by hand.
    var hasKeptScopes: Bool { keptScopes.load(ordering: .relaxed) != 0 }

    /// The number of the latest scope that was set by hand, or held; that of a later one is greater.
    var latest: UInt { setScopes.load(ordering: .relaxed) }

    /// A number for such a scope.
    func nextNumber() -> UInt { setScopes.add(1, ordering: .relaxed).newValue }

    /// Counts a scope that is kept, or that is no more.
    func count(kept change: Int) { keptScopes.add(change, ordering: .relaxed) }

    /// The shard of the running thread, which this object keeps.
    ///
    /// Not counted: threads that all count one object wait for each other, 40 ns each time.
    var ofThread: Unmanaged<ScopeShard> {
        let index = ThreadState.current.pointee.number & (Self.count - 1)
        if let shard = shard(index) { return shard }
        let made = Unmanaged.passRetained(ScopeShard())
        let (isFirst, known) = shards[index].compareExchange(
            expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
        if isFirst { return made }
        made.release()
        return UnsafeRawPointer(bitPattern: known).map { .fromOpaque($0) } ?? made
    }

    private func shard(_ index: Int) -> Unmanaged<ScopeShard>? {
        UnsafeRawPointer(bitPattern: shards[index].load(ordering: .acquiring)).map { .fromOpaque($0) }
    }

    /// Hands all scopes over to the family; under its lock.
    func handOverAll() -> [Scope] {
        (0..<Self.count).flatMap { shard($0)?._withUnsafeGuaranteedRef { $0.handOverAll() } ?? [] }
    }
}
