/// An open scope: a place for the instances that are shared inside it, and what is to be disposed when it ends.
///
/// Scopes are a tree. A scope is closed by whoever opened it, or with the scope or container it lies in, and its
/// children are closed first.
final class Scope: @unchecked Sendable {  // The variables are guarded by the family's lock.
    let kind: ScopeKind
    let id: String?
    let family: Family
    /// The container it was opened on.
    unowned(unsafe) let core: Core  // A core closes its scopes before it goes.
    /// The scope it lies in, which is closed after it.
    let outer: Scope?
    let opened = ContinuousClock.now
    /// Whether a task is bound to it; the others are set by a ``ScopeContext``.
    let isBound: Bool

    private(set) var isClosed = false
    /// What is to be disposed at the end, in the order it was made.
    var disposables: [Disposables.Entry] = []
    /// The scopes that were set inside this one.
    var currents = CurrentScopes()
    private var places: [(slot: ObjectIdentifier, places: CellPlaces)] = []

    // The other scopes in the same one are a list; `Ledger` keeps it.
    unowned(unsafe) var firstInner: Scope?  // A scope closes those in it before it goes.
    unowned(unsafe) var next: Scope?  // Unlinked when that one closes, and so are the next two.
    unowned(unsafe) var previous: Scope?  // As above.

    init(_ kind: ScopeKind, id: String?, core: Core, outer: Scope?, isBound: Bool) {
        self.kind = kind
        self.id = id
        family = core.family
        self.core = core
        self.outer = outer
        self.isBound = isBound
    }

    /// What diagnostics call it.
    var name: String { "\(kind) scope" + (id.map { " \"\($0)\"" } ?? "") }
}

extension Scope {
    /// The cells of a slot's instances in this scope.
    func places(of slot: Slot) -> CellPlaces {
        let slot = ObjectIdentifier(slot)
        if let known = places.first(where: { $0.slot == slot }) { return known.places }
        let made = CellPlaces(slot: nil)
        places.append((slot, made))
        return made
    }

    /// Every cell there is.
    var cells: [Cell] { places.flatMap(\.places.cells) }

    /// Takes the cells of one container's slots out.
    func removePlaces(of core: Core) -> [Cell] {
        let slots = Set(core.slots.map(ObjectIdentifier.init))
        defer { places.removeAll { slots.contains($0.slot) } }
        return places.filter { slots.contains($0.slot) }.flatMap(\.places.cells)
    }

    /// Stops handing anything out.
    ///
    /// - Returns: The cells there were.
    func shut() -> [Cell] {
        isClosed = true
        defer { places = [] }
        return cells
    }

    /// Whether this scope is `other` or lies in it.
    func isWithin(_ other: Scope) -> Bool {
        var scope: Scope? = self
        while let now = scope {
            if now === other { return true }
            scope = now.outer
        }
        return false
    }

    /// This scope, or the innermost one around it that is still open.
    var innermostOpen: Scope? {
        var scope: Scope? = self
        while let now = scope, now.isClosed { scope = now.outer }
        return scope
    }
}
