#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that is only reached while its lock is held.
///
/// The lock is `os_unfair_lock` on Apple platforms and a `pthread_mutex_t` elsewhere, and not
/// `Synchronization.Mutex`: on Linux in Swift 6.3 a contended `Mutex` was measured at up to 20 s where a
/// pthread mutex took 0.2 s (swiftlang/swift#88440), and ThreadSanitizer, which does not see its futex,
/// reports correct code that uses it.
///
/// The body of ``withLock(_:)`` decides and returns; it never calls code that the user wrote.
package final class Locked<State>: @unchecked Sendable {  // Every access to `state` holds the lock below.
    #if canImport(Darwin)
        private let lock = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)
    #else
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    #endif
    private var state: State

    /// - Parameter state: The first state, which from here on belongs to the lock.
    package init(_ state: sending State) {
        self.state = state
        #if canImport(Darwin)
            lock.initialize(to: os_unfair_lock_s())
        #else
            lock.initialize(to: pthread_mutex_t())
            let code = pthread_mutex_init(lock, nil)
            if code != 0 { fatalError("Depot: a mutex could not be made (error \(code)).") }
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(lock)
        #endif
        lock.deinitialize(count: 1)
        lock.deallocate()
    }

    /// Runs `body` with exclusive access to the state.
    ///
    /// Not recursive: a nested call on the same lock deadlocks.
    ///
    /// - Parameter body: What to do with the state; short, and free of user code.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if canImport(Darwin)
            os_unfair_lock_lock(lock)
            defer { os_unfair_lock_unlock(lock) }
        #else
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
        #endif
        return try body(&state)
    }
}
