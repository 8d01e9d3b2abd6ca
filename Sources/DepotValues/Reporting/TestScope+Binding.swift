internal import Depot

/// Runs a test with defaults of its own, unless a trait has bound some already.
nonisolated(nonsending) package func withTestScope(_ operation: () async throws -> Void) async rethrows {
    let head = ValueNode.current
    guard head?.find(TestScopeKey.self) == nil else { return try await operation() }
    let reference = TestScopeReference(TestScope())
    let bound = Context.replacingValues(ValueNode.adding(TestScopeKey.self, reference, to: head))
    try await Context.$bound.withValue(bound, operation: operation)
}

/// Runs a test with values that belong to the whole of it: its defaults see them, too.
nonisolated(nonsending) package func withTestDependencies(
    _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Void
) async rethrows {
    try await withTestScope {
        try await withDependencies(update) {
            ValueNode.current?.find(TestScopeKey.self)?.scope?.takeValuesInEffect()
            try await operation()
        }
    }
}
