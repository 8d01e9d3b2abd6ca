/// Gives an operation what it needs to take the context in effect to where it would not follow.
///
/// `Task.detached`, Dispatch and callbacks of other libraries do not inherit the container, the scopes and the dependency
/// values of the task that set them up. The operation is called at once; what it starts calls `yield` on it later.
///
/// ```swift
/// withEscapedContext { context in
///     DispatchQueue.global().async {
///         context.yield { Container.shared.resolve((any Sync).self).run() }
///     }
/// }
/// ```
@discardableResult
public func withEscapedContext<Result, Failure: Error>(
    _ operation: (EscapedContext) throws(Failure) -> Result
) throws(Failure) -> Result {
    try operation(EscapedContext())
}

/// The context that was in effect in ``withEscapedContext(_:)``, to put into effect again elsewhere.
///
/// It may be kept, sent to any thread and used any number of times. It keeps the container that was in effect.
public struct EscapedContext: Sendable {
    private let bound = Context.bound

    /// Runs an operation in the captured context.
    @discardableResult
    public func yield<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
        try Context.bind(bound, operation)
    }

    /// Runs an async operation in the captured context, on the caller's actor.
    @discardableResult
    public func yield<Result, Failure: Error>(
        _ operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await Context.bind(bound, operation)
    }
}
