import DepotValues
import Foundation

/// Lets one popcorn process at a time change what they share.
struct DeviceTurn: DependencyKey {
    /// Waits for the turn of a directory; what it returns ends the turn.
    var begin: @Sendable (_ directory: URL) async throws(Problem) -> @Sendable () -> Void

    static let liveValue = Self { (directory) throws(Problem) in
        try FileLock.make(directory, for: "settings and known accounts")
        return try await FileLock.take(directory: directory.path)
    }
    /// A test is alone with its files in memory.
    static let testValue = Self { _ in {} }
}
