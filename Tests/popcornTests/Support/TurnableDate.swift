import DepotValues
import Foundation
import Synchronization

/// A date that is turned by hand, for a backend that answers on other threads while the test goes on.
final class TurnableDate: Sendable {
    private let start: Date
    private let turned = Atomic<Int>(0)

    init(_ start: Date) {
        self.start = start
    }

    var generator: DateGenerator {
        DateGenerator { [self] in start.addingTimeInterval(TimeInterval(turned.load(ordering: .relaxed))) }
    }

    /// Turns it forward.
    func turn(minutes: Int) {
        turned.add(minutes * 60, ordering: .relaxed)
    }
}
