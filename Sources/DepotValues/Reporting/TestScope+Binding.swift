internal import Depot

/// Runs an operation with defaults of its own, unless a test's are bound already.
///
/// - Parameter operation: The test.
/// - Throws: What the operation throws.
nonisolated(nonsending) package func withTestScope(_ operation: () async throws -> Void) async rethrows {
    let head = ValueNode.current
    guard head?.find(TestScopeKey.id) == nil else { return try await operation() }
    let context = Context.replacingValues(ValueNode.adding(TestScopeKey.self, TestScope(), to: head))
    try await Context.$bound.withValue(.context(context), operation: operation)
}
