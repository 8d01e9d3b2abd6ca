internal import Depot

/// Runs an operation with the dependencies of a model: what its `@Dependency` properties captured.
///
/// Use it where a model makes another one, so that the child is given what the parent was given.
///
/// ```swift
/// let child = withDependencies(from: self) { ChildModel() }
/// ```
///
/// - Parameters:
///   - model: What has `@Dependency` properties, its own or its superclass's.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
@_disfavoredOverload
@discardableResult
public func withDependencies<Model, Result>(from model: Model, operation: () throws -> Result) rethrows -> Result {
    try withDependencies(from: model, { _ in }, operation: operation)
}

/// Runs an operation with the dependencies of a model and some others.
@_disfavoredOverload
@discardableResult
public func withDependencies<Model, Result>(
    from model: Model,
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    var values = DependencyValues(updating: ValueNode.merged(capturedValues(of: model), .current))
    try update(&values)
    return try Context.$bound.withValue(values.bound(changing: Context.bound), operation: operation)
}

/// Runs an asynchronous operation with the dependencies of a model: what its `@Dependency` properties captured.
@discardableResult
nonisolated(nonsending) public func withDependencies<Model, Result>(
    from model: Model, operation: () async throws -> Result
) async rethrows -> Result {
    try await withDependencies(from: model, { _ in }, operation: operation)
}

/// Runs an asynchronous operation with the dependencies of a model and some others.
@discardableResult
nonisolated(nonsending) public func withDependencies<Model, Result>(
    from model: Model,
    _ update: (inout DependencyValues) async throws -> Void,
    operation: () async throws -> Result
) async rethrows -> Result {
    var values = DependencyValues(updating: ValueNode.merged(capturedValues(of: model), .current))
    try await update(&values)
    return try await Context.$bound.withValue(values.bound(changing: Context.bound), operation: operation)
}

/// What captures values when it is made.
protocol CapturesValues {
    var captured: ValueNode? { get }
}

extension Dependency: CapturesValues {}

/// What all the `@Dependency` properties of a model captured, merged.
private func capturedValues(of model: Any) -> ValueNode? {
    var found: ValueNode?
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
        for case (_, let property as any CapturesValues) in level.children {
            found = ValueNode.merged(property.captured, found)
        }
        mirror = level.superclassMirror
    }
    return found
}
