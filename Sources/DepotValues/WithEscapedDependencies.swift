internal import Depot

/// Gives an operation what it needs to take the dependencies in effect to where they would not follow.
///
/// `Task.detached`, Dispatch, `AsyncStream(unfolding:)` and callbacks of other libraries do not inherit the values of the
/// task that set them up. The operation is called at once; what it starts calls `yield` on it later.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///     DispatchQueue.main.async {
///         dependencies.yield { model.refresh() }
///     }
/// }
/// ```
///
/// - Parameter operation: What sets up the work.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@discardableResult
public func withEscapedDependencies<Result>(
    _ operation: (EscapedDependencies) throws -> Result
) rethrows -> Result {
    try operation(EscapedDependencies())
}

/// Gives an asynchronous operation what it needs to take the dependencies in effect to where they would not follow.
@discardableResult
nonisolated(nonsending) public func withEscapedDependencies<Result>(
    _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
    try await operation(EscapedDependencies())
}

/// The dependencies that were in effect in `withEscapedDependencies(_:)`, to put into effect again elsewhere.
///
/// It may be kept, sent to any thread and used any number of times. It carries the container in effect as well.
public struct EscapedDependencies: Sendable {
    private let bound = Context.replacingValues(TestScope.capture())

    /// Runs an operation with the captured dependencies.
    @discardableResult
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
        try Context.$bound.withValue(bound, operation: operation)
    }

    /// Runs an asynchronous operation with the captured dependencies.
    @discardableResult
    nonisolated(nonsending) public func yield<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
        try await Context.$bound.withValue(bound, operation: operation)
    }
}
