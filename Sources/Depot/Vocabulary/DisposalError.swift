/// A disposal that went wrong.
public struct DisposalFailure: Error, Sendable, CustomStringConvertible {
    /// The type of the instance that was being disposed.
    public let type: String
    /// What it threw.
    public let error: any Error

    /// What failed, and how.
    public var description: String { "\(type) could not be disposed: \(error)" }
}

/// Everything that could not be disposed when a scope ended.
public struct DisposalError: Error, Sendable, CustomStringConvertible {
    /// What failed, in the order in which it was disposed.
    public let failures: [DisposalFailure]

    /// Each failure on a line.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
