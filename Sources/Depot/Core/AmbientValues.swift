/// The dependency values that another module binds to a task; they are ``AmbientValues``.
///
/// One word, so that ``Bound`` is one.
package typealias Ambient = any AnyObject & Sendable

/// What dependency values say of themselves.
package protocol AmbientValues: AnyObject, Sendable {
    /// What is left of them for something that all tasks share: nobody's overrides.
    ///
    /// What a whole test sees belongs to it, and so does the kind of defaults in effect.
    var ofAll: Ambient? { get }
}

// MARK: - Factories of what is shared

extension Context {
    /// The dependency values that a factory of something shared sees here: those that the scope was opened with, else nobody's.
    ///
    /// An override belongs to the task that entered it. What the container or a scope keeps is handed to other tasks as well, so its
    /// factory must not see, nor its `@Dependency` properties keep, the overrides of the caller who happens to come first.
    static func valuesForAll(_ values: Ambient?, in scope: Scope?) -> Ambient? {
        if let scope, scope.isBound { scope.values } else { (values as? any AmbientValues)?.ofAll }
    }

    /// Calls a factory of something shared with the values of ``valuesForAll(_:in:)``; the container and the scopes stay in effect.
    ///
    /// Costs nothing in a process without dependency values.
    static func withValuesForAll<Result, Failure: Error>(
        in scope: @autoclosure () -> Scope?, _ factory: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard hadValues else { return try factory() }
        let now = bound
        let values = valuesForAll(now.values, in: scope())
        if values === now.values { return try factory() }
        return try bind(replacingValues(values, in: now), factory)
    }

    /// Resolves what something shared asks for once it is made, and keeps: with the values that its factory has seen.
    static func withValues<Result, Failure: Error>(
        of owner: Build?, _ resolve: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard hadValues, let owner, owner.isFinished else { return try resolve() }
        return try withValuesForAll(in: owner.container.core.family.decide { _ in owner.scope }, resolve)
    }
}
