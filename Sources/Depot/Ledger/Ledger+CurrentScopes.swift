extension Ledger {
    /// The places in which a scope of this kind may be set, the outermost first.
    @inline(never)
    private func places(of kind: ScopeKind, in core: Core) -> [ScopePlace] {
        var places: [ScopePlace] = [.core(core)]
        for outer in kind.chain.dropLast() {
            // What is set in a scope of another container would be seen there.
            guard let scope = places.reversed().lazy.compactMap({ $0.currents[outer] }).first, scope.core === core else { continue }
            places.append(.scope(scope))
        }
        return places
    }

    /// The scope that is current for a container, or else for the one it stands on.
    func currentScope(_ kind: ScopeKind, of core: Core) -> Scope? {
        if !shards.hasKeptScopes { return nil }
        return setScope(of: kind, in: core) { $0[kind] }
    }

    /// The scope of an id, if it was not cleared, or a new one inside the current scopes of the kinds around it, to be the current one or not;
    /// nil where the container is closed.
    mutating func keptScope(_ kind: ScopeKind, id: String, _ source: SourceLine, isCurrent: Bool, in core: Core) -> (
        scope: Scope, isNew: Bool
    )? {
        guard !core.isClosed else { return nil }
        let places = places(of: kind, in: core)
        let known = places.lastIndex { $0.currents[kind, id] != nil }
        let index = known ?? places.count - 1
        let scope =
            places[index].currents[kind, id]
            ?? Scope(kind, id: id, source: source, core: core, outer: places[index].scope, isBound: false)
        if known == nil {
            scope.number = shards.nextNumber()
            open(scope)
            places[index].change { $0.keep(scope, id: id) }
            shards.count(kept: 1)
        }
        if isCurrent { makeCurrent(scope, in: places[index...]) }
        return (scope, known == nil)
    }

    /// Makes a scope of a container the current one of its kind for an override of that, and for nobody else.
    mutating func makeCurrent(_ scope: Scope, in override: Core) { makeCurrent(scope, in: places(of: scope.kind, in: override)[...]) }

    private mutating func makeCurrent(_ scope: Scope, in places: ArraySlice<ScopePlace>) {
        for (index, place) in zip(places.indices, places) {
            if let before = place.currents[scope.kind] { hold(before) }
            place.change { $0[scope.kind] = index == places.startIndex ? scope : nil }
        }
    }

    /// The scope that is to be cleared: the current one, or the one of an id.
    func settableScope(_ kind: ScopeKind, id: String?, of core: Core) -> Scope? {
        guard let id else { return currentScope(kind, of: core) }
        return setScope(of: kind, in: core) { $0[kind, id] }
    }

    /// What is found among the scopes of a kind that are set for a container, or else for the one it stands on.
    private func setScope(of kind: ScopeKind, in core: Core, _ find: (CurrentScopes) -> Scope?) -> Scope? {
        for core in core.ancestors where core.readable?.currents.isEmpty == false {
            for place in places(of: kind, in: core).reversed() { if let scope = find(place.currents) { return scope } }
        }
        return nil
    }

    /// Forgets a scope that has ended in the place where it was set.
    mutating func forgetCurrent(_ scope: Scope) {
        guard !scope.isBound else { return }
        shards.count(kept: -1)
        if let outer = scope.outer { outer.currents.remove(scope) } else { scope.core.readable?.currents.remove(scope) }
    }
}

/// The places that scopes are set in: a container, and inside it the current scopes of the kinds around the one in question.
private enum ScopePlace {
    case core(Core)
    case scope(Scope)

    var currents: CurrentScopes {
        switch self {
        case .core(let core): core.readable?.currents ?? CurrentScopes()
        case .scope(let scope): scope.currents
        }
    }

    func change<Result>(_ body: (inout CurrentScopes) -> Result) -> Result {
        switch self {
        case .core(let core): body(&core.writable.currents)
        case .scope(let scope): body(&scope.currents)
        }
    }

    var scope: Scope? {
        guard case .scope(let scope) = self else { return nil }
        return scope
    }
}
