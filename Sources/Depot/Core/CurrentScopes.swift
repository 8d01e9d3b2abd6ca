/// The scopes that a ``ScopeContext`` has set in one place: in a container, or inside another scope.
///
/// Of each kind one is current; the others are kept until they are set again or cleared.
struct CurrentScopes {
    /// One of each kind; there are few.
    private var current: [Scope] = []
    private var kept: [Name: Scope] = [:]

    private struct Name: Hashable {
        let kind: ScopeKind
        let id: String
    }

    /// The current scope of a kind.
    ///
    /// One that is kept elsewhere may have ended.
    subscript(kind: ScopeKind) -> Scope? {
        get { current.first { $0.kind == kind && !$0.isClosed } }
        set {
            current.removeAll { $0.kind == kind }
            if let newValue { current.append(newValue) }
        }
    }

    /// The scope of a kind and an id, current or not.
    subscript(kind: ScopeKind, id: String) -> Scope? { kept[Name(kind: kind, id: id)] }

    /// Keeps a scope until it is cleared.
    mutating func keep(_ scope: Scope, id: String) { kept[Name(kind: scope.kind, id: id)] = scope }

    /// Takes out a scope that has ended.
    mutating func remove(_ scope: Scope) {
        guard let id = scope.id, kept[Name(kind: scope.kind, id: id)] === scope else { return }
        kept[Name(kind: scope.kind, id: id)] = nil
        current.removeAll { $0 === scope }
    }

    var isEmpty: Bool { kept.isEmpty && current.isEmpty }
}
