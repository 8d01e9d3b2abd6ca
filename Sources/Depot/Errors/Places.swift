// What diagnostics say of containers and scopes: which one it is, by the lines that made and closed it.
extension Core {
    /// Where the container was made that this is, or overrides.
    ///
    /// Asked without the lock held.
    var madeAt: SourceLine? { family.decide { _ in overridden.readable?.madeAt } }

    /// A container that is closed, as the end of a sentence.
    ///
    /// Asked without the lock held.
    var closedContainer: String {
        let closedAt: SourceLine? = family.decide { _ in ancestors.compactMap { $0.readable?.closedAt }.first }
        let name = madeAt.map { "the container made at \($0), which" } ?? "a container that"
        return name + (closedAt.map { " was closed at \($0)" } ?? " is closed")
    }
}

extension Scope {
    /// A scope that is closed, as the end of a sentence.
    ///
    /// Asked without the lock held; of the family, because its container may be gone.
    func closedScope(in family: Family) -> String {
        let closedAt: SourceLine? = family.decide { _ in self.closedAt }
        let name = "\(name) opened at \(source), which"
        return name + (closedAt.map { " was closed at \($0)" } ?? " has ended")
    }
}

extension Container {
    /// How a test takes what would stop the process; nil where none does.
    @inline(never)
    var misuseHandler: MisuseHandler? {
        core.family.decide { $0.nearest(to: core) { $0.readable?.misuse } }
    }

    /// How to have a scope of a kind in this container.
    func openingAdvice(_ kind: ScopeKind) -> String {
        if core === Container.shared.core || effective === Container.shared.effective {
            return "resolve it inside `Container.shared.withScope(\(kind.expression)) { … }`, or after "
                + "`ScopeContext.shared.setCurrent(\(kind.expression), id: …)`."
        }
        let which = core.madeAt.map { ", where `container` is the one made at \($0)" } ?? ""
        return "resolve it inside `container.withScope(\(kind.expression)) { … }`, or after "
            + "`container.scopeContext.setCurrent(\(kind.expression), id: …)`\(which); `ScopeContext.shared` is another container's."
    }
}
