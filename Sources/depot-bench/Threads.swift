import Depot
import Foundation
import Synchronization

/// Runs the same work on several threads at once.
///
/// - Returns: The nanoseconds of processor time that one run took, on average over the threads. Threads that do not get in
///   each other's way take as much as one alone.
func onThreads(_ count: Int, runs: Int, _ body: @escaping @Sendable (_ thread: Int, _ runs: Int) -> Void) -> Double {
    let gate = Gate(count)
    let group = DispatchGroup()
    for thread in 0..<count {
        group.enter()
        Thread.detachNewThread {
            gate.pass()
            let began = threadTime()
            body(thread, runs)
            gate.add(threadTime() - began)
            group.leave()
        }
    }
    group.wait()
    return gate.total / Double(count * runs)
}

/// Lets threads go at the same moment, spinning so that none has to be woken.
private final class Gate: Sendable {
    private let missing: Atomic<Int>
    private let sum = Mutex(0.0)

    init(_ count: Int) { missing = Atomic(count) }

    func pass() {
        missing.subtract(1, ordering: .acquiringAndReleasing)
        while missing.load(ordering: .acquiring) > 0 {}
    }

    func add(_ time: Double) { sum.withLock { $0 += time } }

    var total: Double { sum.withLock { $0 } }
}

/// The rows about two threads: how much more two get done than one.
func threadOutcomes(rounds: Int) -> [Outcome] {
    let container = benchContainer()
    keep(container.resolve((any Service).self))
    keep(container.resolve((any OtherService).self))
    let floor = LockedDictionary()
    floor.set(Plain(), as: (any Service).self)
    let runs = 200_000
    let same: @Sendable (Int, Int) -> Void = { _, count in for _ in 0..<count { keep(container.resolve((any Service).self)) } }
    let own: @Sendable (Int, Int) -> Void = { thread, count in
        if thread == 0 {
            for _ in 0..<count { keep(container.resolve((any Service).self)) }
        } else {
            for _ in 0..<count { keep(container.resolve((any OtherService).self)) }
        }
    }
    let locked: @Sendable (Int, Int) -> Void = { _, count in for _ in 0..<count { keep(floor.resolve((any Service).self)) } }
    var ownRatios: [Double] = [], sameRatios: [Double] = [], againstC: [Double] = [], ownTimes: [Double] = [], sameTimes: [Double] = []
    for _ in 0..<rounds {
        let one = onThreads(1, runs: runs, same)
        let twoOwn = onThreads(2, runs: runs, own)
        let twoSame = onThreads(2, runs: runs, same)
        let twoLocked = onThreads(2, runs: runs / 10, locked)
        ownTimes.append(twoOwn)
        sameTimes.append(twoSame)
        ownRatios.append(2 * one / twoOwn)
        sameRatios.append(2 * one / twoSame)
        againstC.append(twoLocked / twoSame)
    }
    return [
        Outcome(
            name: "two threads, two singletons: throughput against one", nanoseconds: median(ownTimes), ratio: median(ownRatios),
            limit: 1.8, isThroughput: true),
        Outcome(
            name: "two threads, the same singleton: throughput against one", nanoseconds: median(sameTimes),
            ratio: median(sameRatios), limit: 0.45, isThroughput: true),
        Outcome(
            name: "two threads, the same singleton: throughput against c", nanoseconds: median(sameTimes),
            ratio: median(againstC), limit: 2, isThroughput: true),
    ]
}
