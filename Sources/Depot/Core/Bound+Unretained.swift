extension Bound {
    /// What is bound to a task, for as long as that keeps it.
    enum Unretained {
        case nothing
        case container(Unmanaged<Container>)
        case scope(Unmanaged<Scope>)
        case context(Unmanaged<Context>)
    }

    /// The same without keeping it.
    var unretained: Unretained {
        switch self {
        case .nothing, .values: .nothing
        case .container(let container): .container(.passUnretained(container))
        case .scope(let scope): .scope(.passUnretained(scope))
        case .context(let context): .context(.passUnretained(context))
        }
    }
}

extension Bound.Unretained {
    /// The innermost scope of a family that is bound here.
    func scope(of family: Family) -> Unmanaged<Scope>? {
        switch self {
        case .nothing, .container: nil
        case .scope(let scope): scope._withUnsafeGuaranteedRef { $0.family == ObjectIdentifier(family) } ? scope : nil
        case .context(let context): context._withUnsafeGuaranteedRef { $0.scope(of: family) }
        }
    }

    /// The innermost scope of a kind among those of a family that are bound here, and those they lie in.
    func scope(of family: Family, _ kind: ScopeKind) -> Unmanaged<Scope>? {
        Scope.innermost(kind, from: scope(of: family))
    }

    /// The container that is bound; nil for the process's own.
    var container: Container? {
        switch self {
        case .nothing: nil
        case .container(let container): container.takeUnretainedValue()
        case .scope(let scope): scope._withUnsafeGuaranteedRef { $0.container }
        case .context(let context): context._withUnsafeGuaranteedRef { $0.container }
        }
    }

    /// The async factory that runs here, or that has started this task and not returned yet.
    var runningFactory: Build? {
        guard case .context(let context) = self, let build = context._withUnsafeGuaranteedRef({ $0.build }) else { return nil }
        return build.isFinished ? nil : build
    }

    /// Whether one of the containers that are bound, the innermost or one around it, is what is looked for.
    func hasContainer(where isMeant: (Container) -> Bool) -> Bool {
        guard case .context(let context) = self else { return container.map(isMeant) ?? false }
        return context._withUnsafeGuaranteedRef { context in
            sequence(first: context) { $0.outer }.contains { $0.container.map(isMeant) ?? false }
        }
    }
}
