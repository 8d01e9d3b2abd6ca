// Scopes: those that are bound to the program's place, and those that are set by hand.
extension Model {
    struct Scope {
        let kind: ModelKind
        let core: Int
        let outer: Int?
        /// What closes it at the latest: the innermost scope around it that was open.
        let parent: Int?
        var isBound = true
        /// The overrides that it was opened in.
        var around: [Int] = []
        /// Tells those apart that are set by hand.
        var id: Int?
        /// What it was given, by where that is registered.
        var given: [SlotPlace: Given] = [:]
        /// How many shared instances were made for it.
        var made = 0
        var hasEnded = false
    }

    /// Where scopes are set by hand: in a container, or in another scope.
    enum ScopePlace: Hashable {
        case core(Int)
        case scope(Int)

        var scope: Int? { if case .scope(let scope) = self { scope } else { nil } }
    }

    /// The scopes that were set by hand in one place.
    struct SetScopes {
        var current: [ModelKind: Int] = [:]
        var all: [Int] = []
    }

    /// The places in which a scope of a kind may be set, the outermost first: a container, and the current scopes of the kinds around it.
    private func places(of kind: ModelKind, in core: Int) -> [ScopePlace] {
        var places: [ScopePlace] = [.core(core)]
        for outer in ModelKind.allCases where outer.rawValue < kind.rawValue {
            if let scope = places.reversed().compactMap({ setScopes[$0]?.current[outer] }).first { places.append(.scope(scope)) }
        }
        return places
    }

    private func setScope(_ kind: ModelKind, _ id: Int, at place: ScopePlace) -> Int? {
        setScopes[place]?.all.first { scopes[$0].kind == kind && scopes[$0].id == id }
    }

    /// The current scope of a kind for a container.
    func currentScope(_ kind: ModelKind, of core: Int) -> Int? {
        for core in chain(home: core) {
            for place in places(of: kind, in: core).reversed() {
                if let scope = setScopes[place]?.current[kind] { return scope }
            }
        }
        return nil
    }

    /// Opens a scope, or finds it, and makes it the current one where that is said.
    ///
    /// - Returns: The scope; nil where the container is closed.
    @discardableResult
    mutating func set(_ kind: ModelKind, id: Int, of core: Int, isCurrent: Bool = true) -> Int? {
        if cores[core].hasEnded { return nil }
        let places = places(of: kind, in: core)
        let index = places.lastIndex { setScope(kind, id, at: $0) != nil } ?? places.count - 1
        let place = places[index]
        let known = setScope(kind, id, at: place)
        let scope = known ?? open(kind, of: core, in: place.scope, isBound: false, id: id)
        if known == nil { setScopes[place, default: SetScopes()].all.append(scope) }
        guard isCurrent else { return scope }
        setScopes[place, default: SetScopes()].current[kind] = scope
        for inner in places[(index + 1)...] { setScopes[inner]?.current[kind] = nil }
        return scope
    }

    /// Closes a scope that was set by hand: the current one, or the one of an id.
    mutating func clear(_ kind: ModelKind, id: Int?, of core: Int) {
        view = inEffect(for: core)
        if let scope = clearedScope(kind, id: id, of: core) { end(scope: scope) }
    }

    private func clearedScope(_ kind: ModelKind, id: Int?, of core: Int) -> Int? {
        guard let id else { return currentScope(kind, of: core) }
        for core in chain(home: core) {
            for place in places(of: kind, in: core).reversed() {
                if let scope = setScope(kind, id, at: place) { return scope }
            }
        }
        return nil
    }

    private mutating func open(_ kind: ModelKind, of core: Int, in outer: Int?, isBound: Bool, id: Int? = nil) -> Int {
        let parent = chain(scope: outer).first { !scopes[$0].hasEnded }
        let around = inEffect(for: core)
        scopes.append(Scope(kind: kind, core: core, outer: outer, parent: parent, isBound: isBound, around: around, id: id))
        return scopes.count - 1
    }

    /// Opens a scope around the program's place: in the given one, or else in the one that is there, or else in the current one of the nearest
    /// kind around it.
    mutating func beginScope(_ kind: ModelKind, of core: Int, in held: Int? = nil, given gifts: [ModelGift] = []) {
        let list = list(gifts, to: kind, of: core)
        let around = ModelKind.allCases.reversed().filter { $0.rawValue < kind.rawValue }
        let outer = held ?? bound(in: core).last ?? around.compactMap { currentScope($0, of: core) }.first
        let scope = open(kind, of: core, in: outer, isBound: true)
        bound.append(scope)
        give(list, to: scope, of: core)
    }

    mutating func endScope() { end(scope: bound.removeLast()) }

    /// Ends a scope, those that lie in it first.
    mutating func end(scope: Int, inside outer: [Disposals.End] = []) {
        if scopes[scope].hasEnded { return }
        let path = outer + [.scope(scope)]
        for inner in scopes.indices.reversed() where scopes[inner].parent == scope { end(scope: inner, inside: path) }
        scopes[scope].hasEnded = true
        events.made += scopes[scope].made
        let (place, kind) = (scopes[scope].outer.map { ScopePlace.scope($0) } ?? .core(scopes[scope].core), scopes[scope].kind)
        setScopes[place]?.all.removeAll { $0 == scope }
        if setScopes[place]?.current[kind] == scope { setScopes[place]?.current[kind] = nil }
        lose { $0.scope == scope }
        scopes[scope].given = [:]
        disposals.end(path, kindOf: kindInOrder)
    }

    /// The kind of a scope; nil where it lies in one of the same or an inner kind, with which it is closed.
    func kindInOrder(_ scope: Int) -> ModelKind? {
        let kinds = chain(scope: scope).map { scopes[$0].kind }
        return zip(kinds, kinds.dropFirst()).allSatisfy { $0.rawValue > $1.rawValue } ? kinds.first : nil
    }

    /// The scope of a kind for what is resolved from a container here.
    func scope(_ kind: ModelKind, from home: Int) throws(Failure) -> Int {
        let holder = runs.last { $0.isShared }
        if let holder, registrations[holder.registration].lifetime.isCaptor(of: kind) { throw Failure(kind: .captive, path: []) }
        // Of what makes something shared, else of the task, else of the object that asks by a handle; else the current one.
        let inner = bound(in: home).last
        let starts = holder.map { [$0.scope ?? inner] } ?? [inner, scopeOfHandle]
        let around = starts.compactMap { chain(scope: $0).first { scopes[$0].kind == kind } }.first
        guard let scope = around ?? currentScope(kind, of: home) else { throw Failure(kind: .scopeNotOpen, path: []) }
        if scopes[scope].hasEnded { throw Failure(kind: .closed, path: []) }
        return scope
    }

    /// The scopes around the program's place that concern a container: those of its relatives, the innermost last.
    func bound(in core: Int) -> [Int] { bound.filter { root(scopes[$0].core) == root(core) } }

    /// A scope and those around it.
    func chain(scope: Int?) -> [Int] {
        var chain: [Int] = []
        var next = scope
        while let now = next {
            chain.append(now)
            next = scopes[now].outer
        }
        return chain
    }
}
