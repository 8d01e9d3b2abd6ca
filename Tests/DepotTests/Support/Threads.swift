// The only file of these tests that calls the system's C library, but for `Points.swift` and `JobOrder.swift`.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs `body` on real threads: all of them start each round together.
///
/// - Parameters:
///   - count: How many threads.
///   - rounds: How many rounds they run, one after the other.
///   - stack: The size of each thread's stack in bytes.
///   - body: What a thread does in a round; it gets the round and its own number.
func race(_ count: Int, rounds: Int = 1, stack: Int = 256 << 10, _ body: @escaping @Sendable (_ round: Int, _ thread: Int) -> Void) {
    let barrier = Barrier(count)
    let threads = (0..<count).map { number in
        startThread(stack: stack) {
            for round in 0..<rounds {
                barrier.wait()
                body(round, number)
            }
        }
    }
    for thread in threads { join(thread) }
}

/// Runs `body` on a thread of its own and waits for it.
func onThread<Result>(stack: Int = 512 << 10, _ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result?>(nil)
    join(startThread(stack: stack) { box.value = body() })
    return box.value.unsafelyUnwrapped
}

/// What tells threads apart.
typealias ThreadID = pthread_t

/// The running thread.
func currentThread() -> ThreadID { pthread_self() }

/// Starts a thread that the caller joins.
func startThread(stack: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) -> ThreadID {
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread: pthread_t? = pthread_t()
    #endif
    let argument = Unmanaged.passRetained(Box(body)).toOpaque()
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
        guard let attributes = memory.baseAddress else { return }
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, stack)
        #if canImport(Darwin)
            let code = pthread_create(&thread, attributes, { runThread($0) }, argument)
        #else
            let code = pthread_create(&thread!, attributes, { $0.flatMap(runThread) }, argument)
        #endif
        if code != 0 { fatalError("A thread could not be started (error \(code)).") }
        pthread_attr_destroy(attributes)
    }
    return thread!
}

/// Runs the body of a thread that was started.
private func runThread(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(body).takeRetainedValue().value()
    return nil
}

/// Waits for a thread to end.
func join(_ thread: ThreadID) { pthread_join(thread, nil) }

/// Leaves a thread to itself.
func detach(_ thread: ThreadID) { pthread_detach(thread) }

/// Lets other threads go first.
func yieldProcessor() { sched_yield() }

/// Has this thread do nothing for a while.
func rest(microseconds: UInt32) { usleep(microseconds) }

/// What a variable of the environment says; nil where there is none.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// A reference to a value; whoever shares one sees to it that the uses do not overlap.
final class Box<Value>: @unchecked Sendable {  // Written by one thread and read after it was joined.
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A lock whose holders can wait for each other.
private final class Monitor: @unchecked Sendable {  // Made for many threads.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls a closure while no other thread is in one.
    func enter<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Waits, inside, until others have changed something; says whether that took until a moment.
    func wait(until end: timespec? = nil) -> Bool {
        guard var end else { return pthread_cond_wait(condition, mutex) == ETIMEDOUT }
        return pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT
    }

    func wakeAll() { pthread_cond_broadcast(condition) }
}

/// Where a number of threads wait for each other.
final class Barrier: @unchecked Sendable {  // The variables are only touched inside the monitor.
    private let monitor = Monitor()
    private let count: Int
    private var arrived = 0
    private var round = 0

    init(_ count: Int) {
        self.count = count
    }

    func wait() {
        monitor.enter {
            let begun = round
            arrived += 1
            if arrived < count {
                while round == begun { _ = monitor.wait() }
            } else {
                (arrived, round) = (0, round + 1)
                monitor.wakeAll()
            }
        }
    }
}

/// A counting semaphore for threads.
final class Gate: @unchecked Sendable {  // The variable is only touched inside the monitor.
    private let monitor = Monitor()
    private var permits = 0

    func open() {
        monitor.enter {
            permits += 1
            monitor.wakeAll()
        }
    }

    func pass() { _ = pass(until: nil) }

    /// Passes, unless that takes longer than so many seconds: for what would else be a hang.
    ///
    /// - Returns: Whether it was passed.
    func pass(within seconds: Int) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += seconds
        return pass(until: end)
    }

    private func pass(until end: timespec?) -> Bool {
        monitor.enter {
            while permits == 0 { if monitor.wait(until: end), permits == 0 { return false } }
            permits -= 1
            return true
        }
    }
}

/// Ends the process, should it hang.
///
/// For the body of an exit test. Its time is no measure of anything: a busy machine may need many minutes for what takes one.
func startWatchdog() {
    alarm(environment("LONG") == nil ? 1_800 : 14_400)
}

/// How much of a stress test is run: little in debug, all of it in release, more by `DEPOT_STRESS=n`.
func stressRounds(debug: Int, release: Int) -> Int {
    let factor = environment("DEPOT_STRESS").flatMap { Int($0) } ?? 1
    #if DEBUG
        return debug * factor
    #else
        return release * factor
    #endif
}

/// The time that a synchronous body takes on this thread's processor, whatever else the machine is doing.
func processorTime(of body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}

/// The pages that the process has in memory, in bytes.
func residentBytes() -> Int {
    #if canImport(Darwin)
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let code = withUnsafeMutablePointer(to: &info) { info in
            info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        return code == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    #endif
}

/// The seed of a random test: `DEPOT_SEED`, or a new one in a run for a night (`LONG`), or always the same one, so that a change is
/// judged by the same programs.
func testSeed() -> UInt64 {
    seedFromEnvironment() ?? (environment("LONG") == nil ? 1 : .random(in: 0 ... .max))
}

/// The seed of a random test, from `DEPOT_SEED`.
func seedFromEnvironment() -> UInt64? {
    environment("DEPOT_SEED").flatMap { UInt64($0) }
}

/// Runs synchronous code in an async test: there the synchronous forms of `withScope` and `withOverrides` are meant.
func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

/// How many bytes the process grows by while something is repeated that was repeated before.
///
/// The least of several times: a table that doubles now and then grows in one of them, and what leaks does so each time. For a process of its
/// own, where no other test takes memory.
///
/// - Parameters:
///   - rounds: How often it is repeated.
///   - body: What is repeated.
/// - Returns: The bytes.
func growth(_ rounds: Int, _ body: () -> Void) -> Int {
    leastGrowth { part in for _ in 0..<rounds / part { body() } }
}

/// The least of several times.
///
/// - Parameter run: Does all of it, or a part.
/// - Returns: The bytes.
func leastGrowth(_ run: (_ part: Int) -> Void) -> Int {
    run(10)
    var least = Int.max
    for _ in 0..<5 where least > 1 << 19 {
        let before = residentBytes()
        run(1)
        least = min(least, residentBytes() - before)
    }
    return least
}

/// The same for what is async.
func leastGrowth(_ run: (_ part: Int) async -> Void) async -> Int {
    await run(10)
    var least = Int.max
    for _ in 0..<5 where least > 1 << 19 {
        let before = residentBytes()
        await run(1)
        least = min(least, residentBytes() - before)
    }
    return least
}
