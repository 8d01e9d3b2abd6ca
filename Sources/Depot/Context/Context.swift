/// What is in effect here: the container, the open scopes and the dependency values, as one immutable value.
///
/// There is one task-local in Depot, ``current``. `withOverrides`, `withScope` and `withDependencies` all do the
/// same thing with it: copy it, change the copy, bind the copy for the operation. Child tasks inherit it.
package final class Context: Sendable {
    /// The container that is bound here; nil means the process's own.
    package let container: Container?
    /// What `DepotValues` keeps here; opaque to this module.
    package let values: (any AnyObject & Sendable)?

    package init(container: Container? = nil, values: (any AnyObject & Sendable)? = nil) {
        self.container = container
        self.values = values
    }

    /// The context of the running task, nil where nothing was bound.
    @TaskLocal package static var current: Context?

    /// This context with other dependency values in it.
    ///
    /// - Parameters:
    ///   - values: The other values.
    ///   - now: The context to change, for who has read it already.
    /// - Returns: The changed copy.
    package static func replacingValues(_ values: (any AnyObject & Sendable)?, in now: Context? = current) -> Context {
        Context(container: now?.container, values: values)
    }
}
