internal import Depot

/// A clock on which no time passes: who sleeps wakes at once, and the clock then shows the time that was slept for.
///
/// ```swift
/// await withDependencies { $0.continuousClock = ImmediateClock() } operation: { await model.refreshAfterDelay() }
/// ```
public final class ImmediateClock: Clock, Sendable {
    /// A point in time: how long after the start of the clock.
    public typealias Instant = TestClock.Instant

    private let time = Locked(Instant(offset: .zero))

    /// A clock that shows zero.
    public init() {}

    /// The time that has been slept for.
    public var now: Instant { time.withLock { $0 } }

    /// The shortest time it can tell apart, which is none.
    public var minimumResolution: Duration { .zero }

    /// Returns at once, with the clock at the deadline.
    ///
    /// - Parameters:
    ///   - deadline: What the clock shows afterwards, unless it shows more.
    ///   - tolerance: Not used.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}

extension Clock where Self == ImmediateClock {
    /// A clock on which no time passes: `$0.continuousClock = .immediate`.
    public static var immediate: ImmediateClock { ImmediateClock() }
}
