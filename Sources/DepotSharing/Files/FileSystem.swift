internal import Foundation

/// What a ``FileChannel`` needs of a place for files.
protocol FileSystem: Sendable {
    /// Whether what is not written at exit is lost.
    var outlivesProcess: Bool { get }

    /// The path that a URL names, links and all.
    func path(of url: URL) -> String

    /// The file that a path leads to, by a path without links.
    func target(of path: String) -> String

    /// The bytes of a file, nil if there is none.
    func read(_ path: String) throws -> Data?

    /// Replaces a file atomically; directories are made as needed.
    func write(_ data: Data, _ path: String) throws

    /// Puts bytes of a file into another one, which is no more readable than that.
    func keep(_ data: Data, of path: String, in other: String) throws

    /// Removes a file, if there is one.
    func remove(_ path: String) throws

    /// Whether there is a file that this process may not read.
    func isForbidden(_ path: String) -> Bool

    /// Gives a file that cannot be read another name.
    func move(_ path: String, to other: String) throws

    /// Has a closure called after each change of a file, or of what its path leads to.
    ///
    /// - Parameters:
    ///   - path: The path; each link and directory on it is followed.
    ///   - changed: Called after each change.
    ///   - failed: Called when changes can no longer be followed.
    /// - Returns: What ends it.
    /// - Throws: Why changes cannot be followed.
    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription
}

extension Data {
    /// The same bytes in memory of their own, which may be released under a lock: memory of the user's may be freed by a closure.
    var copy: Data { withUnsafeBytes { Data($0) } }
}
