extension Ledger {
    /// The current scopes of the kinds around one, the outermost first: a scope of that kind may be set in each of them, and in the container itself.
    private func places(of kind: ScopeKind, in core: Core) -> [Scope] {
        guard let outer = kind.outer else { return [] }
        let places = places(of: outer, in: core)
        // What is set in a scope of another container would be seen there.
        guard let scope = found(in: places, of: core, { $0[outer] }), scope.core === core else { return places }
        return places + [scope]
    }

    /// What is found in the innermost of some places, the container itself the last.
    private func found(in places: [Scope], of core: Core, _ find: (CurrentScopes) -> Scope?) -> Scope? {
        for place in places.reversed() { if let scope = find(place.currents) { return scope } }
        return core.readable.flatMap { find($0.currents) }
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
        let places: [Scope?] = [nil] + places(of: kind, in: core)
        let known = places.lastIndex { currents(in: $0, of: core)[kind, id] != nil }
        let index = known ?? places.endIndex - 1
        let place = places[index]
        let scope =
            currents(in: place, of: core)[kind, id] ?? Scope(kind, id: id, source: source, core: core, outer: place, isBound: false)
        if known == nil {
            scope.number = shards.nextNumber()
            open(scope)
            change(in: place, of: core) { $0.keep(scope, id: id) }
            shards.count(kept: 1)
        }
        if isCurrent { makeCurrent(scope, in: places[index...], of: core) }
        return (scope, known == nil)
    }

    /// Makes a scope of a container the current one of its kind for an override of that, and for nobody else.
    mutating func makeCurrent(_ scope: Scope, in override: Core) {
        makeCurrent(scope, in: ([nil] + places(of: scope.kind, in: override))[...], of: override)
    }

    /// Makes a scope the current one in the first of some places, so that there is none in those inside it.
    private mutating func makeCurrent(_ scope: Scope, in places: ArraySlice<Scope?>, of core: Core) {
        for (index, place) in zip(places.indices, places) {
            if let before = currents(in: place, of: core)[scope.kind] { hold(before) }
            change(in: place, of: core) { $0[scope.kind] = index == places.startIndex ? scope : nil }
        }
    }

    /// The scope that is to be cleared: the current one, or the one of an id.
    func settableScope(_ kind: ScopeKind, id: String?, of core: Core) -> Scope? {
        guard let id else { return currentScope(kind, of: core) }
        return setScope(of: kind, in: core) { $0[kind, id] }
    }

    /// What is found among the scopes of a kind that are set for a container, or else for the one it stands on.
    private func setScope(of kind: ScopeKind, in core: Core, _ find: (CurrentScopes) -> Scope?) -> Scope? {
        nearest(to: core) { core in
            if core.readable?.currents.isEmpty ?? true { return nil }
            return found(in: places(of: kind, in: core), of: core, find)
        }
    }

    /// What is set in a scope, or else in a container.
    private func currents(in place: Scope?, of core: Core) -> CurrentScopes {
        place?.currents ?? core.readable?.currents ?? CurrentScopes()
    }

    private func change(in place: Scope?, of core: Core, _ body: (inout CurrentScopes) -> Void) {
        if let place { body(&place.currents) } else { body(&core.writable.currents) }
    }

    /// Forgets a scope that has ended in the place where it was set.
    mutating func forgetCurrent(_ scope: Scope) {
        guard !scope.isBound else { return }
        shards.count(kept: -1)
        if let outer = scope.outer { outer.currents.remove(scope) } else { scope.core.readable?.currents.remove(scope) }
    }
}
