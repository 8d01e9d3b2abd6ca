import Foundation

/// What time it is.
///
/// The one place the app asks, so that a test can turn it.
protocol WallClock: Sendable {
    var now: Date { get }
}

/// The time of the machine.
struct SystemClock: WallClock {
    var now: Date { Date() }
}
