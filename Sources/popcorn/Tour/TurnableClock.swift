import Foundation
import Synchronization

/// A clock that is turned by hand, from a fixed start.
final class TurnableClock: WallClock {
    private let start: Date
    private let turned = Atomic<Int>(0)

    init(start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        self.start = start
    }

    var now: Date { start.addingTimeInterval(TimeInterval(turned.load(ordering: .relaxed))) }

    /// Turns the clock forward.
    func turn(minutes: Int = 0, days: Int = 0) {
        turned.add((days * 24 * 60 + minutes) * 60, ordering: .relaxed)
    }
}
