internal import Foundation

/// What a ``FileChannel`` needs of a place for files.
protocol FileSystem: Sendable {
    /// Whether what is not written at exit is lost.
    var outlivesProcess: Bool { get }

    /// The bytes of a file, nil if there is none.
    func read(_ path: String) throws -> Data?

    /// Replaces a file atomically; directories are made as needed.
    func write(_ data: Data, _ path: String) throws

    /// Removes a file, if there is one.
    func remove(_ path: String) throws

    /// Whether there is a file that this process may not read.
    func isForbidden(_ path: String) -> Bool

    /// Gives a file that cannot be read another name.
    func move(_ path: String, to other: String) throws

    /// Has a closure called after each change of a file.
    func watch(_ path: String, _ changed: @escaping @Sendable () -> Void) throws -> SharedSubscription
}
