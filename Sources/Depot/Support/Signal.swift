#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Something that happens once and that threads wait for, with a condition variable.
final class Signal {  // `hasFired` is only touched while the mutex is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasFired = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        let code = pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, nil)
        if code != 0 { fatalError("Depot: a condition variable could not be made (error \(code)).") }
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Lets everyone go who waits, and who will.
    func fire() {
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.wakes(ObjectIdentifier(self)).reach()
        #endif
        pthread_mutex_lock(mutex)
        hasFired = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Blocks the thread until the signal fires.
    func wait() {
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.waits(ObjectIdentifier(self)).reach()
            defer { SyncPoint.woken(ObjectIdentifier(self)).reach() }
        #endif
        pthread_mutex_lock(mutex)
        while !hasFired { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }
}
