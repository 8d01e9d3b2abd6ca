import Depot
import Foundation
import Synchronization

/// Runs the work of some threads at once.
///
/// - Returns: What one run took, on average over the threads. Threads that do not get in each other's way take as much as one alone.
private func onThreads(_ threads: [Int], runs: Int, _ body: @escaping @Sendable (_ thread: Int, _ runs: Int) -> Void) -> Time {
    let gate = Gate(threads.count)
    let group = DispatchGroup()
    for thread in threads {
        group.enter()
        Thread.detachNewThread {
            gate.pass()
            let began = Time.now
            body(thread, runs)
            gate.add(Time.now - began)
            group.leave()
        }
    }
    group.wait()
    return gate.total / Double(threads.count * runs)
}

/// Nanoseconds.
private struct Time {
    /// Of the processor: what others do on the machine does not count, nor does waiting.
    var processor = 0.0
    /// By the clock on the wall: who waits for a lock takes this time only.
    var wall = 0.0

    static var now: Time { Time(processor: threadTime(), wall: wallTime()) }

    static func - (end: Time, start: Time) -> Time { Time(processor: end.processor - start.processor, wall: end.wall - start.wall) }

    static func / (time: Time, divisor: Double) -> Time { Time(processor: time.processor / divisor, wall: time.wall / divisor) }
}

/// Lets threads go at the same moment, spinning so that none has to be woken.
private final class Gate: Sendable {
    private let missing: Atomic<Int>
    private let sum = Mutex(Time())

    init(_ count: Int) { missing = Atomic(count) }

    func pass() {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
    }

    func add(_ time: Time) { sum.withLock { $0 = Time(processor: $0.processor + time.processor, wall: $0.wall + time.wall) } }

    var total: Time { sum.withLock { $0 } }
}

/// What two threads do at once, and how long it took them.
struct Duel {
    let name: String
    let work: @Sendable (_ thread: Int, _ runs: Int) -> Void
    var runs = 200_000
    private var times: [Time] = []
    private var ratios: [Double] = []

    init(_ name: String, runs: Int = 200_000, work: @escaping @Sendable (_ thread: Int, _ runs: Int) -> Void) {
        self.name = name
        self.work = work
        self.runs = runs
    }

    /// One round: each thread's work alone, then both at once.
    mutating func measure() {
        let alone = (onThreads([0], runs: runs, work).processor + onThreads([1], runs: runs, work).processor) / 2
        let together = onThreads([0, 1], runs: runs, work)
        times.append(together)
        ratios.append(2 * alone / together.processor)
    }

    /// How much more two get done than one.
    var gain: Double { median(ratios) }

    private var nanoseconds: Double { median(times.map(\.processor)) }

    /// How much more two get done than one.
    func outcome(limit: Double? = nil) -> Outcome {
        Outcome(name: name, nanoseconds: nanoseconds, ratio: gain, limit: limit, isThroughput: true)
    }

    /// The throughput of two threads as a multiple of another one's, which waits for a lock: by the clock on the wall.
    func throughput(against other: Duel) -> Double { median(zip(other.times, times).map { $0.wall / $1.wall }) }

    /// The same as a row.
    func outcome(_ name: String, against other: Duel, limit: Double? = nil) -> Outcome {
        Outcome(name: name, nanoseconds: median(times.map(\.wall)), ratio: throughput(against: other), limit: limit, isThroughput: true)
    }

    /// The gain of two threads as a share of another one's.
    func outcome(_ name: String, asShareOf other: Duel) -> Outcome {
        let ratio = median(zip(ratios, other.ratios).map { $0 / $1 })
        return Outcome(name: name, nanoseconds: nanoseconds, ratio: ratio, limit: nil, isThroughput: true)
    }
}

/// A container with two settled singletons whose reference counts are not in one cache line, where each thread would wait for the other's.
private func containerWithDistantServices() -> Container {
    // Those that lie together are kept, so that others do not lie there again.
    var tried: [Container] = []
    while true {
        let container = benchContainer()
        let (one, other) = (container.resolve((any Service).self) as AnyObject, container.resolve((any OtherService).self) as AnyObject)
        let addresses = [one, other].map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }.sorted()
        tried.append(container)
        if addresses[1] - addresses[0] >= 256 || tried.count == 1_000 { return container }
    }
}

/// The rows about two threads: how much more two get done than one.
///
/// What the machine allows is measured beside them: a loop that touches no memory, one that retains and releases an object of
/// each thread's own, and one that does so with an object of both. Where the last gains as much as the first, others kept the
/// machine so busy that the two never ran at once, and the rows say nothing. No code gets more out of one object than its reference counting
/// allows, so the limits of those rows are 0.45 and 2, or what the machine does that only counts references: 0.96 of that against one thread, the
/// same share as on the machine that the 0.45 is from, and 0.8 against c, for a resolve has to find the object as well.
func threadOutcomes(rounds: Int) -> [Outcome] {
    let gap = (0..<64).map { Plain(number: $0) }
    let container = containerWithDistantServices()
    let floor = LockedDictionary()
    floor.set(Plain(), as: (any Service).self)
    let objects = [Holder(gap[0]), Holder(gap[32])]
    var pure = Duel("floor: two threads, a loop without memory: against one") { thread, count in
        var generator = SplitMix64(state: UInt64(thread))
        for _ in 0..<count * 8 { if generator.next() == 0 { keep(0) } }
    }
    var apart = Duel("floor: two threads, each retains its own object: against one") { thread, count in
        let object = objects[thread]
        for _ in 0..<count { keep(object.service()) }
    }
    var shared = Duel("floor: two threads, both retain one object: against one") { _, count in
        for _ in 0..<count { keep(Globals.service()) }
    }
    var own = Duel("two threads, two singletons: throughput against one") { thread, count in
        if thread == 0 {
            for _ in 0..<count { keep(container.resolve((any Service).self)) }
        } else {
            for _ in 0..<count { keep(container.resolve((any OtherService).self)) }
        }
    }
    var same = Duel("two threads, the same singleton: throughput against one") { _, count in
        for _ in 0..<count { keep(container.resolve((any Service).self)) }
    }
    var locked = Duel("floor: two threads, c", runs: 20_000) { _, count in
        for _ in 0..<count { keep(floor.resolve((any Service).self)) }
    }
    for _ in 0..<rounds {
        pure.measure()
        apart.measure()
        shared.measure()
        own.measure()
        same.measure()
        locked.measure()
    }
    return [
        pure.outcome(), apart.outcome(), shared.outcome(), locked.outcome(), own.outcome(limit: 1.8),
        own.outcome("two threads, two singletons: as a share of the loop's", asShareOf: pure),
        same.outcome(limit: min(0.45, 0.96 * shared.gain)),
        same.outcome(
            "two threads, the same singleton: throughput against c", against: locked,
            limit: min(2, 0.8 * shared.throughput(against: locked))),
        same.outcome("two threads, the same singleton: as a share of one object's", asShareOf: shared),
    ]
}
