import Dispatch
import Testing

@testable import DepotSharing

/// Which thread hands a value to its store.
@Suite struct SaveTurnTests {
    private var turn = SaveTurn()
    private let semaphore = DispatchSemaphore(value: 0)

    @Test mutating func `H6 one thread at a time, until nothing is due`() {
        check(turn.begin())
        check(!turn.begin())
        check(turn.next(1))
        check(!turn.begin())
        check(turn.handedOver(1).isEmpty)
        check(turn.next(1))
        _ = turn.handedOver(2)
        check(!turn.next(1))
        check(turn.begin())
    }

    @Test mutating func `H15 an exit waits for the thread that hands the value over`() {
        _ = turn.begin()
        _ = turn.next(1)
        _ = turn.begin()
        check(turn.step(to: 2, 9, semaphore) == .wait)
        check(turn.handedOver(1).count == 1)
        check(turn.step(to: 2, 9, semaphore) == .wait)
        _ = turn.next(1)
        check(turn.handedOver(2).count == 1)
        check(turn.step(to: 2, 9, semaphore) == .done)
    }

    @Test mutating func `H15 an exit does itself what no thread is at`() {
        _ = turn.begin()
        turn.pause()
        check(turn.step(to: 1, 9, semaphore) == .save)
    }

    @Test mutating func `H15 an exit inside of the store does not wait for itself`() {
        _ = turn.begin()
        _ = turn.next(1)
        check(turn.step(to: 1, 1, semaphore) == .nested)
    }
}
