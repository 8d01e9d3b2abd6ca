enum ContinuousClockKey: DependencyKey {
    static var liveValue: any Clock<Duration> { ContinuousClock() }
}

enum SuspendingClockKey: DependencyKey {
    static var liveValue: any Clock<Duration> { SuspendingClock() }
}

extension DependencyValues {
    /// The clock that goes on while the machine sleeps.
    ///
    /// It has no test value; give a test ``TestClock`` or ``ImmediateClock``.
    public var continuousClock: any Clock<Duration> {
        get { self[ContinuousClockKey.self] }
        set { self[ContinuousClockKey.self] = newValue }
    }

    /// The clock that stops while the machine sleeps.
    ///
    /// It has no test value; give a test ``TestClock`` or ``ImmediateClock``.
    public var suspendingClock: any Clock<Duration> {
        get { self[SuspendingClockKey.self] }
        set { self[SuspendingClockKey.self] = newValue }
    }
}
