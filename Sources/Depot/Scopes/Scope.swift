import Synchronization

/// An open scope: a place for the instances that are shared inside it, and what is to be disposed when it ends.
///
/// Scopes are a tree. A scope is closed by whoever opened it, or with the scope or container it lies in, and its
/// children are closed first.
@usableFromInline
package final class Scope: @unchecked Sendable {  // The variables are guarded by the family's lock.
    let kind: ScopeKind
    let id: String?
    /// The family it belongs to; compared only while something keeps that.
    let family: ObjectIdentifier
    /// The container it was opened on.
    unowned(unsafe) let core: Core  // A core closes its scopes before it goes.
    /// The container, where a task is bound to nothing but the scope, which then keeps it.
    let container: Container?
    /// The dependency values that were in effect where a task opened it, for the factories of what it keeps.
    let values: (any AmbientValues)?
    /// The scope it lies in, which may have been closed when this one was opened.
    let outer: Scope?
    /// The scope that closes it at the latest: the innermost around it that was open; nil where only the container does.
    let parent: Unmanaged<Scope>?  // `outer` keeps all that are around it.
    let opened = ContinuousClock.now
    /// Where it was opened.
    let source: SourceLine
    /// Where it was closed by hand; nil for one that ended with its operation, or with what it lies in.
    var closedAt: SourceLine?
    /// Whether a task is bound to it; the others are set by a ``ScopeContext``.
    let isBound: Bool

    private(set) var isClosed = false
    /// Whether something that does not live inside was made from what does, as only in a scope that was set by hand.
    var isMetOutside = false
    /// What is to be disposed at the end, in the order it was made.
    var disposables: [Disposables.Entry] = [] {
        didSet { hasDisposables = !disposables.isEmpty }
    }
    /// Whether there is any; apart, because each look at a list that is changed in place is checked for exclusivity.
    private(set) var hasDisposables = false
    /// The run that makes an instance unseen, which has no cell.
    unowned(unsafe) var unseen: UnseenRun?  // Cleared at its end; it belongs to a thread, which outlives it.
    /// The instances that were made unseen and have no cell yet.
    private var unplaced = Handful<Instance>()
    /// The places of services without arguments.
    private var plainCells = Handful<Cell>()
    /// What readers without a lock find in it.
    private let shown = ShownInstances()
    /// What most scopes never need: made when it is first written.
    private var annex: Annex?

    private final class Annex {
        /// The scopes that were set inside this one.
        var currents = CurrentScopes()
        /// The places of services with arguments.
        var argumentCells: [ArgumentCells] = []
        /// What a reader was looking at when it was hidden; the last of those lets go of it.
        var lingering: [Instance] = []
    }

    // The scopes of one parent are a list; `Ledger` keeps it.
    var firstInner: Unmanaged<Scope>?  // A scope closes those in it before it goes.
    var next: Unmanaged<Scope>?  // Unlinked when that one closes, and so is the previous one.
    var previous: Unmanaged<Scope>?

    /// - Parameters:
    ///   - kind: The kind of scope.
    ///   - id: What diagnostics call it.
    ///   - source: Where it is opened.
    ///   - core: The container it is opened on.
    ///   - container: The same, to be kept.
    ///   - values: The dependency values in effect, where a task is bound to it.
    ///   - outer: The scope it lies in.
    ///   - isBound: Whether a task is bound to it.
    init(
        _ kind: ScopeKind, id: String?, source: SourceLine, core: Core, keeping container: Container? = nil,
        values: (any AmbientValues)? = nil, outer: Scope?, isBound: Bool
    ) {
        self.kind = kind
        self.id = id
        self.source = source
        family = ObjectIdentifier(core.family)
        self.core = core
        self.container = container
        self.values = values
        self.outer = outer
        parent = outer?.innermostOpen.map { .passUnretained($0) }
        self.isBound = isBound
    }

    private var writable: Annex {
        if let annex { return annex }
        let made = Annex()
        annex = made
        return made
    }

    /// The scopes that were set inside this one.
    var currents: CurrentScopes {
        get { annex?.currents ?? CurrentScopes() }
        set { writable.currents = newValue }
    }

    /// What diagnostics call it.
    var name: String { "\(kind) scope" + (id.map { " \"\($0)\"" } ?? "") }
}

extension Scope {
    /// The place of a slot's only instance in this scope.
    func cell(of slot: Slot) -> Cell {
        if let known = plainCells.first(where: { $0.slot === slot }) { return known }
        let made = Cell(slot: slot, isScoped: true)
        plainCells = plainCells.isEmpty ? Handful(made) : plainCells.adding(made)
        if let instance = unplacedInstance(of: slot) {
            unplaced = unplaced.removing(instance)
            made.insert(instance)
        }
        if let run = unseen, run.isOf(slot) {
            run.cell = made
            made.unseen = run
            unseen = nil
        }
        return made
    }

    /// Whether a slot has no cell here, and nothing is made unseen.
    func hasNoCell(for slot: Slot) -> Bool { unseen == nil && (plainCells.isEmpty || !plainCells.contains { $0.slot === slot }) }

    /// The instance of a slot that was made unseen.
    func unplacedInstance(of slot: Slot) -> Instance? {
        unplaced.isEmpty ? nil : unplaced.first { $0.slotWord == UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()) }
    }

    /// Keeps an instance that was made unseen.
    func keep(_ instance: Instance, as slot: Slot) {
        instance.note(slot)
        unplaced = unplaced.isEmpty ? Handful(instance) : unplaced.adding(instance)
    }

    /// Puts everything that was made unseen into a cell.
    private func placeAll() {
        for instance in unplaced {
            // The container of a slot takes it out of the scopes before it goes.
            if let slot = UnsafeRawPointer(bitPattern: instance.slotWord) { _ = cell(of: Unmanaged.fromOpaque(slot).takeUnretainedValue()) }
        }
    }

    /// The places of a slot's instances in this scope, one for each value of the arguments.
    func argumentCells(of slot: Slot) -> ArgumentCells {
        if let known = annex?.argumentCells.first(where: { $0.slot === slot }) { return known }
        let made = ArgumentCells(slot: slot, isScoped: true)
        writable.argumentCells.append(made)
        return made
    }

    /// Every cell there is.
    var cells: Handful<Cell> {
        placeAll()
        guard let annex else { return plainCells }
        var cells = plainCells
        for places in annex.argumentCells { cells.append(Handful(places.cells)) }
        return cells
    }

    /// Takes the cells of one container's slots out.
    func removePlaces(of core: Core, into ending: inout Ending) -> Handful<Cell> {
        let all = cells
        plainCells = Handful(plainCells.filter { $0.slot?.core !== core })
        if let annex {
            ending.remains += annex.argumentCells.filter { $0.slot.core === core }
            annex.argumentCells.removeAll { $0.slot.core === core }
        }
        let kept = Set(cells.map(ObjectIdentifier.init))
        return Handful(all.filter { !kept.contains(ObjectIdentifier($0)) })
    }

    /// Stops handing anything out.
    ///
    /// - Parameter ending: Takes the instances without a cell, and the arguments.
    /// - Returns: The cells there were.
    func shut(into ending: inout Ending) -> Handful<Cell> {
        isClosed = true
        hideAll()
        var all = Handful<Cell>()
        swap(&all, &plainCells)
        unplaced.forEach { ending.end($0) }
        unplaced = Handful()
        if let annex {
            for places in annex.argumentCells { all.append(Handful(places.cells)) }
            ending.remains += annex.argumentCells
            annex.argumentCells = []
            ending.release(takeLingering())
        }
        return all
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

extension Scope {
    /// Shows an instance to readers without a lock.
    func show(_ instance: Instance, as slot: Slot) {
        guard !isClosed else { return }
        slot.scopedTo.store(kind.id, ordering: .relaxed)
        shown.show(instance, as: slot)
    }

    /// Hides what readers without a lock can find, for good.
    func hideAll() {
        let seen = shown.hideAll()
        if !seen.isEmpty { writable.lingering += seen }
    }

    /// What readers without a lock find for a slot.
    ///
    /// - Returns: It, and whether the reader is to let go of what is lingering.
    func shownInstance(of slot: Unmanaged<Slot>) -> (instance: Instance?, isLast: Bool) { shown.find(slot) }

    /// Takes out what was hidden from readers, when there are none of those any more; for the caller to let go of outside the lock.
    func takeLingering() -> [Instance] {
        guard let annex, !shown.hasReaders else { return [] }
        defer { annex.lingering = [] }
        return annex.lingering
    }
}
