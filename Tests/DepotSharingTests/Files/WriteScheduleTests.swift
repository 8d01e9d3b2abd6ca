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
        check(end.write == nil && end.rest == .init(number: 1, seconds: 1))
        check(schedule.submit(3, isUrgent: false).write == nil)
        check(schedule.wake(from: 1).write == 3)
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
        _ = schedule.wake(from: 1)
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
        _ = schedule.wake(from: 1)
        check(schedule.newest == 2)
        _ = schedule.finish(failed: nil)
        check(schedule.newest == nil && schedule.isIdle)
    }

    @Test mutating func `H8 a value that could not be written waits for longer and longer rests`() {
        check(schedule.submit(1, isUrgent: false).write == 1)
        for (number, seconds) in [1, 2, 4, 8, 16, 32, 64, 64].enumerated() {
            let end = schedule.finish(failed: 1)
            check(end.write == nil && end.rest == .init(number: number + 1, seconds: seconds))
            check(schedule.newest == 1)
            check(schedule.wake(from: number + 1).write == 1)
        }
        check(schedule.finish(failed: nil).rest?.seconds == 1)
        check(schedule.isIdle)
    }

    @Test mutating func `H8 a newer value takes the place of one that could not be written`() {
        _ = schedule.submit(1, isUrgent: false)
        _ = schedule.submit(2, isUrgent: false)
        check(schedule.finish(failed: 1).rest?.seconds == 1)
        check(schedule.newest == 2)
        check(schedule.wake(from: 1).write == 2)
    }

    @Test mutating func `H8 what is written after a value that could not be waits for a second, and not for the rest of that`() {
        failThrice()
        check(schedule.submit(2, isUrgent: false) == (nil, .init(number: 4, seconds: 1)))
        check(schedule.submit(3, isUrgent: false) == (nil, nil))
        // The longer rest has no meaning any more, whenever it ends.
        check(schedule.wake(from: 3) == (nil, nil))
        check(schedule.wake(from: 4) == (3, nil))
        check(schedule.finish(failed: 3).rest?.seconds == 8)
    }

    @Test mutating func `H6 H8 what is saved in the rest of a value that could not be makes it one of a second`() {
        failThrice()
        check(schedule.submit(1, isUrgent: true).write == 1)
        _ = schedule.finish(failed: nil)
        check(schedule.submit(2, isUrgent: false) == (nil, nil))
        check(schedule.wake(from: 4) == (2, nil))
    }

    /// A first value that could not be written, so that the third rest is one of four seconds.
    private mutating func failThrice() {
        _ = schedule.submit(1, isUrgent: false)
        for number in 1...2 {
            _ = schedule.finish(failed: 1)
            check(schedule.wake(from: number).write == 1)
        }
        check(schedule.finish(failed: 1).rest == .init(number: 3, seconds: 4))
    }
}
