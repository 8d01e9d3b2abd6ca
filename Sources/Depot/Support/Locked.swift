#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(Darwin)
    private typealias Lock = os_unfair_lock_s
#else
    private typealias Lock = pthread_mutex_t
#endif

/// A value that is only reached while its lock is held.
///
/// The lock is `os_unfair_lock` on Apple platforms and a `pthread_mutex_t` elsewhere, and not
/// `Synchronization.Mutex`: on Linux in Swift 6.3 a contended `Mutex` was measured at up to 20 s where a
/// pthread mutex took 0.2 s (swiftlang/swift#88440), and ThreadSanitizer, which does not see its futex,
/// reports correct code that uses it.
///
/// The body of ``withLock(_:)`` decides and returns; it never calls code that the user wrote.
///
/// The state stands behind the lock in memory of their own and not in a property, whose accesses would be checked for the
/// exclusivity that the lock grants anyway: a quarter of an empty `withLock`.
@usableFromInline
package final class Locked<State: ~Copyable>: @unchecked Sendable {  // Every access to the state holds the lock below.
    private let mutex: UnsafeMutablePointer<Lock>
    @usableFromInline let state: UnsafeMutablePointer<State>

    /// - Parameters:
    ///   - state: The first state, which from here on belongs to the lock.
    ///   - isAlone: Whether nothing else is to share a line of the cache with it: for one of several locks that threads take at once.
    package init(_ state: consuming sending State, isAlone: Bool = false) {
        let (mutex, place) = makeLock(before: MemoryLayout<State>.size, alignment: MemoryLayout<State>.alignment, isAlone)
        self.mutex = mutex
        self.state = place.initializeMemory(as: State.self, to: state)
    }

    deinit {
        state.deinitialize(count: 1)
        #if !canImport(Darwin)
            pthread_mutex_destroy(mutex)
        #endif
        UnsafeMutableRawPointer(mutex).deallocate()
    }

    /// Runs `body` with exclusive access to the state.
    ///
    /// Not recursive: a nested call on the same lock deadlocks.
    ///
    /// - Parameter body: What to do with the state; short, and free of user code.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable  // For other modules, where it is generic else: a write of a shared value 82 ns, without this 96 ns.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let state = lock()
        defer { unlock() }
        return try body(&state.pointee)
    }

    /// Takes the lock, and gives where the state is, until it is given back.
    @usableFromInline
    func lock() -> UnsafeMutablePointer<State> {
        #if canImport(Darwin)
            os_unfair_lock_lock(mutex)
        #else
            pthread_mutex_lock(mutex)
        #endif
        return state
    }

    @usableFromInline
    func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(mutex)
        #else
            pthread_mutex_unlock(mutex)
        #endif
    }
}

/// Makes a lock, with room behind it for a state of so many bytes.
@inline(never)  // Apart from the state, for each type of which it would be built anew.
private func makeLock(
    before size: Int, alignment: Int, _ isAlone: Bool
) -> (lock: UnsafeMutablePointer<Lock>, state: UnsafeMutableRawPointer) {
    var alignment = max(MemoryLayout<Lock>.alignment, alignment)
    let offset = (MemoryLayout<Lock>.size + alignment - 1) & ~(alignment - 1)
    // Where there is no state, its place is a byte all the same: ThreadSanitizer notes each access to it, and what is behind the end is another's.
    var size = offset + max(size, 1)
    if isAlone {
        // Two lines of 64 bytes, because some processors fetch two at once; Apple's have one of 128.
        alignment = 128
        size = (size + alignment - 1) & ~(alignment - 1)
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    let lock = memory.initializeMemory(as: Lock.self, to: Lock())
    #if !canImport(Darwin)
        let code = pthread_mutex_init(lock, nil)
        if code != 0 { fatalError("Depot: a mutex could not be made (error \(code)).") }
    #endif
    return (lock, memory + offset)
}
