/// What is bound to a task.
///
/// One word, whose copies the compiler knows how to make: an optional's are made by what its type says at run time, 100 instructions for each
/// look and each binding. An override, a scope or dependency values alone, as most are, are bound without a ``Context`` of their own, 0.8 c.
package enum Bound: Sendable {
    case nothing
    /// A container, and nothing else.
    case container(Container)
    /// A scope with the container that it was opened on, and nothing else.
    case scope(Scope)
    /// Dependency values, and nothing else.
    case values(Ambient)
    case context(Context)

    /// Whether nothing is bound.
    var isNothing: Bool { if case .nothing = self { true } else { false } }

    /// As a context; made where there is none.
    package var context: Context? {
        switch self {
        case .nothing: nil
        case .container(let container): Context(container: container)
        case .scope(let scope): scope.container.map { Context.inside(scope, of: $0, in: nil) }
        case .context(let context): context
        case .values(let values): Context(values: values)
        }
    }

    /// The same where there is one.
    private var known: Context? { if case .context(let context) = self { context } else { nil } }

    /// The container that is bound; nil for the process's own.
    package var container: Container? { unretained.container }

    /// What `DepotValues` keeps here.
    package var values: Ambient? {
        switch self {
        case .values(let values): values
        case .context(let context): context.values
        case .nothing, .container, .scope: nil
        }
    }

    /// The dependency values, without the container and the scopes.
    var valuesAlone: Bound { values.map { .values($0) } ?? .nothing }

    /// The turn of the disposer that runs here.
    var disposal: DisposalTurn? { known?.disposal }

    /// The async factory that runs here.
    var build: Build? { known?.build }
}
