import Synchronization

/// An open scope: a place for the instances that are shared inside it, and what is to be disposed when it ends.
///
/// Scopes are a tree. A scope is closed by its opener, or with the scope or container it lies in, and its
/// children are closed first.
@usableFromInline
package final class Scope: @unchecked Sendable {  // The variables are guarded by the family's lock, or by the shard's.
    let kind: ScopeKind
    let id: String?
    /// The family it belongs to; compared only while something keeps that.
    let family: ObjectIdentifier
    /// The container it was opened on.
    var core: Core { unretainedCore.takeUnretainedValue() }
    private let unretainedCore: Unmanaged<Core>  // A core closes its scopes before it goes.
    /// The container, where a task is bound to nothing but the scope, which then keeps it.
    let container: Container?
    /// The dependency values that were in effect where a task opened it, for the factories of what it keeps.
    let values: Ambient?
    /// The scope it lies in, which may have been closed when this one was opened.
    let outer: Scope?
    /// The scope that closes it at the latest: the innermost around it that was open; nil where only the container does.
    let parent: Unmanaged<Scope>?  // `outer` keeps all that are around it.
    let opened: ContinuousClock.Instant
    /// Where it was opened.
    let source: SourceLine
    /// Where it was closed by hand; nil for one that ended with its operation, or with what it lies in.
    var closedAt: SourceLine?
    /// Whether a task is bound to it; the others are set by a ``ScopeContext``.
    let isBound: Bool

    /// For one that is set by hand, or held: tells which of two was opened later.
    var number: UInt = 0
    private(set) var isClosed = false
    /// Where it is decided about while it is reserved; nil where it never was.
    let shard: Unmanaged<ScopeShard>?  // Its family keeps it.
    /// Whether it is decided about there and not under the family's lock; written while both are held.
    private(set) var isReserved: Bool
    /// Whether something that does not live inside was made from what does, as only in a scope that was set by hand.
    var isMetOutside = false
    /// How many objects hold it; see ``HeldScope``.
    var holderCount = 0
    /// How many shared instances were made for it.
    var madeCount = 0
    /// How many of its instances were counted here, as long as it was reserved.
    private(set) var births = 0
    /// What is to be disposed at the end, in the order it was made.
    @exclusivity(unchecked) var disposables: [Disposables.Entry] = []
    /// Who disposes here and below; guarded by the family's `disposalLock`.
    @exclusivity(unchecked) var disposalSite: DisposalSite?
    /// The places of services without arguments; see ``ScopeCells``.
    @exclusivity(unchecked) private var cells = ScopeCells()
    /// The runs in here that others could find; nil before there is one.
    private var ended: EndedRuns?
    /// What most scopes never need: made when it is first written.
    private var annex: Annex?

    private final class Annex {
        /// The scopes that were set inside this one.
        @exclusivity(unchecked) var currents = CurrentScopes()
        /// The places of services with arguments.
        @exclusivity(unchecked) var argumentCells: [ArgumentCells] = []
    }

    /// The scopes that lie in it.
    var inner = ScopeList()
    // In the list that it is in itself.
    var next: Unmanaged<Scope>?  // Unlinked when that one closes, and so is the previous one.
    var previous: Unmanaged<Scope>?

    init(
        _ kind: ScopeKind, id: String?, source: SourceLine, core: Core, keeping container: Container? = nil,
        values: Ambient? = nil, outer: Scope?, isBound: Bool, shard: Unmanaged<ScopeShard>? = nil
    ) {
        self.kind = kind
        self.id = id
        self.source = source
        family = ObjectIdentifier(core.family)
        unretainedCore = .passUnretained(core)
        self.container = container
        self.values = values
        self.outer = outer
        parent = outer?.innermostOpen.map { .passUnretained($0) }
        self.isBound = isBound
        self.shard = shard
        opened = .now
        isReserved = shard != nil
    }

    /// What is left of one that has closed.
    private init(remainsOf scope: Scope) {
        (kind, id, source, family) = (scope.kind, scope.id, scope.source, scope.family)
        unretainedCore = scope.unretainedCore
        (container, values, parent, shard) = (nil, nil, nil, nil)
        outer = scope.outer?.remains
        (isBound, opened) = (scope.isBound, scope.opened)
        (isReserved, isClosed) = (false, true)
        (number, closedAt) = (scope.number, scope.closedAt)
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
    var name: String { "\(kind) scope" + (id.map { " \($0.literal)" } ?? "") }

    /// What it was given, as a person would write the types; under the family's lock.
    var given: [String] { cells.all.filter { $0.isProvided }.compactMap { $0.slot?.key.description }.ordered(by: <) }
}

extension Scope {
    /// The place of a slot's only instance in this scope.
    @inline(never)
    func cell(of slot: Slot) -> Cell {
        if let known = cells.cell(of: slot) { return known }
        let made = Cell(slot: .passUnretained(slot))
        // What is made for a scope that has closed is not kept.
        if !isClosed { cells.insert(made, of: slot) }
        return made
    }

    /// The place of a service without arguments, where there is one.
    func existingCell(of slot: Slot) -> Cell? { cells.cell(of: slot) }

    /// The places of a slot's instances in this scope, one for each value of the arguments.
    func argumentCells(of slot: Slot) -> ArgumentCells {
        if let known = annex?.argumentCells.first(where: { $0.slot === slot }) { return known }
        let made = ArgumentCells(slot: slot)
        writable.argumentCells.append(made)
        return made
    }

    /// All that was made for it and is there, in the order it was made.
    var instances: [Instance] {
        var all = allCells.flatMap { Array($0.instances) }
        all.sortByBirth()
        return all
    }

    /// Every cell there is.
    var allCells: [Cell] { Array(cells.all) + (annex?.argumentCells.flatMap(\.cells) ?? []) }

    /// Whether there is a cell of a slot of one container, or something that only a caller got from that.
    func hasAny(of core: Core) -> Bool {
        cells.all.contains { $0.slot?.core === core } || annex?.argumentCells.contains { $0.slot.core === core } == true
            || disposables.contains { $0.isOf(core) }
    }

    /// Takes out what only a caller got from one container, and the cells of its slots.
    func removeAll(of core: Core, into ending: inout Ending) -> [Cell] {
        ending.take(disposables.filter { $0.isOf(core) }, in: self, of: core)
        disposables.removeAll { $0.isOf(core) }
        var removed = cells.remove { $0.slot?.core === core }
        guard let annex else { return removed }
        for places in annex.argumentCells where places.slot.core === core {
            removed += places.cells
            ending.remains.append(places)
        }
        annex.argumentCells.removeAll { $0.slot.core === core }
        return removed
    }

    /// Stops handing anything out, and takes out all that it has.
    func end(into ending: inout Ending) {
        let start = ending.disposalCount
        isClosed = true
        cells.removeAll().forEach { $0.end(into: &ending) }
        if let annex {
            for places in annex.argumentCells { for cell in places.cells { cell.end(into: &ending) } }
            ending.remains += annex.argumentCells
            annex.argumentCells = []
        }
        ended?.leave(self, into: &ending)
        if !disposables.isEmpty {
            ending.take(disposables, in: self, of: core)
            disposables = []
        }
        ending.order(from: start)
    }

    /// Notes a run that has ended, of a service that lives in here.
    ///
    /// Handles may keep it for longer than the scope, in what a singleton has got of a graph for example, and it must not keep the container then.
    ///
    /// - Returns: What is no longer referred to, to be released outside the lock.
    func note(ended run: Build) -> [AnyObject] {
        guard let keeper = enclosing.first(where: { $0.container != nil }) else { return [] }
        if keeper.isClosed { return run.leaveScope().map { [$0] } ?? [] }
        return keeper.endedRuns.note(run)
    }

    private var endedRuns: EndedRuns {
        if let ended { return ended }
        let made = EndedRuns()
        ended = made
        return made
    }

    /// What is left of it once it has closed, for a diagnosis: the same without its container; itself while it is open.
    var remains: Scope {
        guard isClosed else { return self }
        if let known = ended?.remains { return known }
        let made = Scope(remainsOf: self)
        endedRuns.remains = made
        return made
    }

    /// A number for an instance; later ones are greater.
    func nextBirth() -> Int {
        births += 1
        return births
    }

    /// Notes that it is decided about under the family's lock from now on.
    func join() { isReserved = false }

    /// Whether this scope is `other` or lies in it.
    func isWithin(_ other: Scope) -> Bool { enclosing.contains { $0 === other } }

    /// This scope, or the innermost one around it that is still open.
    var innermostOpen: Scope? { enclosing.first { !$0.isClosed } }

    /// This scope and those around it, the innermost first.
    var enclosing: some Sequence<Scope> { sequence(first: self) { $0.outer } }

    /// The innermost scope of a kind among those from one up to, and without, another around it.
    ///
    /// The caller keeps both; without a retain for each step, 0.25 c.
    static func innermost(_ kind: ScopeKind, from first: Unmanaged<Scope>?, upTo end: Unmanaged<Scope>? = nil) -> Unmanaged<Scope>? {
        var scope = first
        while let now = scope, now.toOpaque() != end?.toOpaque() {
            if now._withUnsafeGuaranteedRef({ $0.kind == kind }) { return now }
            scope = now._withUnsafeGuaranteedRef { $0.outer.map { .passUnretained($0) } }
        }
        return nil
    }
}
