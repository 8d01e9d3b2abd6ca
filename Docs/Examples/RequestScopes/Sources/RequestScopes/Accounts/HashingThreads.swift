import NIOCore
import NIOPosix

/// Runs what keeps a core busy for a while: as many at once as there are cores, the others in the order of asking.
///
/// It runs on NIO's threads for blocking work, so the threads that serve requests stay free. A caller that waits is a suspended task,
/// and leaves the queue when it is cancelled.
enum HashingThreads {
    /// How many run at once.
    static let count = System.coreCount
    private static let turns = Turn(places: count)

    /// - Throws: `CancellationError` where the task is cancelled before its turn.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        try await turns.run {
            await withCheckedContinuation { continuation in
                NIOThreadPool.singleton.submit { _ in continuation.resume(returning: work()) }
            }
        }
    }
}
