internal import Depot

/// Runs an operation in which some dependencies have other values.
///
/// The values are seen by the operation, by what it calls and by the tasks that it starts with `Task`, `async let` or
/// a task group; they are gone when it returns. An object that is made inside keeps them. Nested calls add to each
/// other, the inner one wins.
///
/// ```swift
/// withDependencies {
///     $0.date = .constant(now)
///     $0.uuid = .incrementing
/// } operation: {
///     model.save()
/// }
/// ```
///
/// - Parameters:
///   - update: Sets values. Reading one here, as in `$0.client.fetch = …`, reports nothing.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What either closure throws.
@_disfavoredOverload
@discardableResult
public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    let now = Context.bound
    let session = UpdateSession()
    var values = DependencyValues(updating: ValueNode.of(now.values), in: session)
    do {
        defer { session.end() }
        try update(&values)
    }
    return try Context.$bound.withValue(values.bound(changing: now), operation: operation)
}

/// Runs an asynchronous operation in which some dependencies have other values.
///
/// The same as the synchronous form, on the caller's actor: the operation is not sent anywhere.
@discardableResult
nonisolated(nonsending) public func withDependencies<Result>(
    _ update: (inout DependencyValues) async throws -> Void,
    operation: () async throws -> Result
) async rethrows -> Result {
    let session = UpdateSession()
    var values = DependencyValues(updating: ValueNode.current, in: session)
    do {
        defer { session.end() }
        try await update(&values)
    }
    return try await Context.$bound.withValue(values.bound(changing: Context.bound), operation: operation)
}
