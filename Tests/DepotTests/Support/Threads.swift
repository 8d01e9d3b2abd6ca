import Glibc

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
    for thread in threads { pthread_join(thread, nil) }
}

/// Runs `body` on a thread of its own and waits for it.
func onThread<Result>(stack: Int = 512 << 10, _ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result?>(nil)
    pthread_join(startThread(stack: stack) { box.value = body() }, nil)
    return box.value.unsafelyUnwrapped
}

/// Starts a thread that the caller joins.
func startThread(stack: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread: pthread_t = 0
    let argument = Unmanaged.passRetained(Box(body))
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
        guard let attributes = memory.baseAddress else { return }
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, stack)
        let code = pthread_create(
            &thread, attributes,
            { raw in
                Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(raw!).takeRetainedValue().value()
                return nil
            }, argument.toOpaque())
        if code != 0 { fatalError("A thread could not be started (error \(code)).") }
        pthread_attr_destroy(attributes)
    }
    return thread
}

/// A reference to a value; whoever shares one sees to it that the uses do not overlap.
final class Box<Value>: @unchecked Sendable {  // Written by one thread and read after it was joined.
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Where a number of threads wait for each other.
final class Barrier: @unchecked Sendable {  // The barrier is made for many threads.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(_ count: Int) {
        barrier.initialize(to: pthread_barrier_t())
        pthread_barrier_init(barrier, nil, UInt32(count))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    func wait() {
        pthread_barrier_wait(barrier)
    }
}

/// A counting semaphore for threads.
final class Gate: @unchecked Sendable {  // The semaphore is made for many threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func open() {
        sem_post(semaphore)
    }

    func pass() {
        while sem_wait(semaphore) != 0 {}
    }

    /// Passes, unless that takes longer than so many seconds: for what would else be a hang.
    ///
    /// - Returns: Whether it was passed.
    func pass(within seconds: Int) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_sec += seconds
        while sem_timedwait(semaphore, &end) != 0 { if errno == ETIMEDOUT { return false } }
        return true
    }
}

/// Ends the process, should it hang.
///
/// For the body of an exit test. Its time is no measure of anything: a busy machine may need many minutes for what takes one.
func startWatchdog() {
    alarm(getenv("LONG") == nil ? 1_800 : 14_400)
}

/// How much of a stress test is run: little in debug, all of it in release, more by `DEPOT_STRESS=n`.
func stressRounds(debug: Int, release: Int) -> Int {
    let factor = getenv("DEPOT_STRESS").flatMap { Int(String(cString: $0)) } ?? 1
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
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Waits for a thread to end.
func join(_ thread: pthread_t) {
    pthread_join(thread, nil)
}

/// The seed of a random test: `DEPOT_SEED`, or a new one in a run for a night (`LONG`), or always the same one, so that a change is
/// judged by the same programs.
func testSeed() -> UInt64 {
    seedFromEnvironment() ?? (getenv("LONG") == nil ? 1 : .random(in: 0 ... .max))
}

/// The seed of a random test, from `DEPOT_SEED`.
func seedFromEnvironment() -> UInt64? {
    getenv("DEPOT_SEED").flatMap { UInt64(String(cString: $0)) }
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
