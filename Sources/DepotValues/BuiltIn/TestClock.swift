internal import Depot

/// A clock that a test turns: who sleeps on it wakes when the test has advanced it that far.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(5)); return "awake" }
/// await clock.sleepers(1)                 // until the task sleeps
/// await clock.advance(by: .seconds(5))
/// #expect(try await task.value == "awake")
/// ```
///
/// Sleepers wake in the order of their deadlines. The clock cannot know what a woken task does next; it lets the others run
/// for a while before it goes on. Where a test depends on a task being asleep, ``sleepers(_:)`` waits for that.
public final class TestClock: Clock, Sendable {
    /// A point in time: how long after the start of the clock.
    public struct Instant: InstantProtocol {
        /// How long after the start.
        public let offset: Duration

        /// Makes the instant that is a duration after the start.
        public init(offset: Duration) { self.offset = offset }

        /// A later point in time.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time to another point.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether a point is earlier than another.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let sleeping = Locked(SleepingTasks())

    /// A clock that shows zero.
    public init() {}

    /// What the clock shows.
    public var now: Instant { sleeping.withLock { $0.now } }

    /// The shortest time it can tell apart, which is none.
    public var minimumResolution: Duration { .zero }
}

// MARK: - Sleeping

extension TestClock {
    /// Sleeps until the clock has been advanced to a deadline.
    ///
    /// - Parameters:
    ///   - deadline: When to wake.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = sleeping.withLock { $0.newID() }
        defer { sleeping.withLock { $0.forget(id) } }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                sleeping.withLock { $0.sleep(id, until: deadline, continuation) }?.run()
            }
        } onCancel: {
            sleeping.withLock { $0.cancel(id) }?.run()
        }
    }

    /// Waits until tasks are asleep on this clock, or this one is cancelled, as by the time limit of a test.
    ///
    /// - Parameter count: How many at least.
    public func sleepers(_ count: Int = 1) async {
        let id = sleeping.withLock { $0.newID() }
        defer { sleeping.withLock { $0.forget(id) } }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                sleeping.withLock { $0.watch(id, for: count, continuation) }?.run()
            }
        } onCancel: {
            sleeping.withLock { $0.cancel(id) }?.run()
        }
    }
}

// MARK: - Turning

extension TestClock {
    /// Advances the clock, waking on the way who wants to be woken, in order.
    ///
    /// Where several tasks do so at once, it is advanced by the sum.
    public func advance(by duration: Duration = .zero) async {
        await advance(to: sleeping.withLock { $0.goal(after: duration) })
    }

    /// Advances the clock, waking on the way who wants to be woken, in order.
    ///
    /// It shows the deadline afterwards, unless it shows more.
    public func advance(to deadline: Instant) async { await wakeSleepers(upTo: deadline) }

    /// Advances the clock as far as it takes for nobody to sleep.
    ///
    /// Do not use it with a task that sleeps for ever in a loop.
    public func run() async { await wakeSleepers(upTo: nil) }

    /// Wakes one sleeper after the other, and before each, and after the last one, gives the other tasks their turn.
    ///
    /// That is twenty times to the back of the queue, through a task of its own. Not at background priority: on Linux such tasks were seen
    /// to be left lying in a process that had nothing else to do.
    private func wakeSleepers(upTo limit: Instant?) async {
        repeat {
            for _ in 0..<20 { await Task.detached { await Task.yield() }.value }
        } while sleeping.withLock({ $0.next(upTo: limit) })?.run() != nil
    }
}
