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
///   - model: What has `@Dependency` properties, its own or its superclass's; an optional, as a weak `self` is, stands for what is in it.
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
    try Context.$bound.withValue(boundValues(of: model)) { try withDependencies(update, operation: operation) }
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
    try await Context.$bound.withValue(boundValues(of: model)) { try await withDependencies(update, operation: operation) }
}

/// What captures values when it is made.
protocol CapturesValues {
    var captured: ValueNode? { get }
}

extension Dependency: CapturesValues {}

/// What is bound for what a model makes: the later of what it captured and what is in effect here.
private func boundValues(of model: Any) -> Bound {
    let (captured, now) = (capturedValues(of: model), Context.bound)
    let values = ValueNode.merged(captured, ValueNode.of(now.values))
    let container = DependencyValues(current: ValueNode.of(now.values), captured: captured, site: nil).containerInEffect
    guard let container, container !== now.container else { return Context.replacingValues(values, in: now) }
    return .context(Context.replacing(container: container, values: values, in: now.context))
}

/// What all the `@Dependency` properties of a model captured, merged.
private func capturedValues(of model: Any) -> ValueNode? {
    var found: ValueNode?
    var mirror: Mirror? = Mirror(reflecting: model)
    if mirror?.displayStyle == .optional { return mirror?.children.first.flatMap { capturedValues(of: $0.value) } }
    while let level = mirror {
        for case (_, let property as any CapturesValues) in level.children {
            found = ValueNode.merged(property.captured, found)
        }
        mirror = level.superclassMirror
    }
    return found
}
