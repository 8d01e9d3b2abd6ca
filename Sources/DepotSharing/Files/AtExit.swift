internal import Depot
internal import Foundation

/// What is done when the process exits normally, once for each purpose, in their order.
///
/// It runs on the thread that exits, wherever that is: in an observer, in a store, in the middle of a write. Other threads go on
/// meanwhile, so it may wait for them, but for nothing that its own thread has to end.
enum AtExit {
    enum Purpose: Int, Sendable {
        /// What properties hold goes to their stores,
        case references
        /// and from there to the disk.
        case files
        case userDefaults
    }

    private static let tasks = Locked<[(@Sendable () -> Void)?]>([nil, nil, nil])

    /// Registered once for each of some threads; other callers wait until that is done.
    ///
    /// Of threads that exit at once each takes one entry off the system's list, and one that finds none ends the process while the others
    /// are at work. So each has one, does it all, and waits for what another one is writing.
    private static let isRegistered = (0..<8).allSatisfy { _ in atexit { AtExit.runAll() } == 0 }

    /// Whether all is done.
    private static let isOver = Locked(false)

    /// Has a closure run at exit.
    ///
    /// It is called where the one object for that purpose is made, so that no thread can use that object before.
    static func run(_ purpose: Purpose, _ body: @escaping @Sendable () -> Void) {
        _ = isRegistered
        tasks.withLock { $0[purpose.rawValue] = body }
    }

    private static func runAll() {
        if isOver.withLock({ $0 }) { return }
        // Each one looks for itself, since an earlier one may be the first to have something for a later one.
        for purpose in 0..<3 { tasks.withLock { $0[purpose] }?() }
        isOver.withLock { $0 = true }
    }
}
