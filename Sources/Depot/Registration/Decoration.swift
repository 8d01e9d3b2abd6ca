/// What a decorated registration wraps, and by what: the innermost first.
///
/// A list, and not factories around factories: however many there are, they take no stack, to call nor to release.
final class Decoration<Service>: Sendable {
    let base: TypedRegistration<Service>
    let wrappers: [Wrapper]

    struct Wrapper: Sendable {
        let wrap: @Sendable (Service, Resolver) throws -> Service
        /// Where it was added.
        let source: SourceLine
        /// The same in a form that waits for what it takes, for a service that is awaited; nil where it takes nothing by type.
        var awaiting: (@Sendable (Service, Resolver) async throws -> Service)?
        /// What it takes beside the service; nil where that is not known.
        var dependencies: (@Sendable () -> [Dependency])?
    }

    init(of base: TypedRegistration<Service>, by wrappers: [Wrapper]) {
        self.base = base
        self.wrappers = wrappers
    }

    /// What all of them need; nil where that of the base is not known.
    var declaration: Declaration? {
        base.declaration.map { [wrappers] first in
            Declaration(
                dependencies: { wrappers.reduce(into: first.dependencies()) { $0 += $1.dependencies?() ?? [] } },
                isPartial: first.isPartial || wrappers.contains { $0.dependencies == nil })
        }
    }
}
