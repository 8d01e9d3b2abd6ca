import Testing

@testable import DepotSharing

/// What is written.
private final class Number: Sendable, Equatable, ExpressibleByIntegerLiteral {
    private let number: Int

    init(integerLiteral number: Int) { self.number = number }

    static func == (a: Number, b: Number) -> Bool { a.number == b.number }
}

/// When a file is written.
@Suite struct WriteScheduleTests {
    private var schedule = WriteSchedule<Number>()

    @Test mutating func `H6 the first value goes out at once, the next after a rest, the newest only`() {
        check(schedule.submit(1, isUrgent: false).write == 1)
        check(schedule.submit(2, isUrgent: false).write == nil)
        let end = schedule.finish(failed: nil)
        check(end.write == nil && end.rest == 1)
        check(schedule.submit(3, isUrgent: false).write == nil)
        check(schedule.wake().write == 3)
    }

    @Test mutating func `H6 what somebody waits for does not wait for the rest, and begins no further one`() {
        _ = schedule.submit(1, isUrgent: false)
        _ = schedule.finish(failed: nil)
        check(schedule.submit(2, isUrgent: true).write == 2)
        check(schedule.finish(failed: nil).rest == nil)
    }

    @Test mutating func `H6 a save of what is in the file already begins no rest, also where the one before ends meanwhile`() {
        _ = schedule.submit(1, isUrgent: false)
        _ = schedule.submit(1, isUrgent: true)
        check(schedule.finish(failed: nil).write == 1)
        _ = schedule.wake()
        check(schedule.finish(failed: nil, isWritten: false).rest == nil)
        check(schedule.submit(2, isUrgent: false).write == 2)
    }

    @Test mutating func `H15 a value is the newest from its submission until it is written`() {
        _ = schedule.submit(1, isUrgent: false)
        check(schedule.newest == 1 && !schedule.isIdle)
        _ = schedule.submit(2, isUrgent: false)
        check(schedule.newest == 2)
        _ = schedule.finish(failed: nil)
        check(schedule.newest == 2)
        _ = schedule.wake()
        check(schedule.newest == 2)
        _ = schedule.finish(failed: nil)
        check(schedule.newest == nil && schedule.isIdle)
    }

    @Test mutating func `H8 a value that could not be written waits for longer and longer rests`() {
        check(schedule.submit(1, isUrgent: false).write == 1)
        for seconds in [1, 2, 4, 8, 16, 32, 64, 64] {
            let end = schedule.finish(failed: 1)
            check(end.write == nil && end.rest == seconds)
            check(schedule.newest == 1)
            check(schedule.wake().write == 1)
        }
        check(schedule.finish(failed: nil).rest == 1)
        check(schedule.isIdle)
    }

    @Test mutating func `H8 a newer value takes the place of one that could not be written`() {
        _ = schedule.submit(1, isUrgent: false)
        _ = schedule.submit(2, isUrgent: false)
        _ = schedule.finish(failed: 1)
        check(schedule.newest == 2)
        check(schedule.wake().write == 2)
    }
}
