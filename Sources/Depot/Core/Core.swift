public import Synchronization

/// What a ``Container`` stands for: the slots, the instances, and the way to the parent.
///
/// A `Container` owns its core, and the container that its core stands on. What the core's own instances keep (a `Lazy`, a stored
/// `Resolver`) points to the core by a second, non-owning container. A core keeps its parent's core, and never a container that owns
/// one: so releasing the container releases everything, whichever container built a service first.
@usableFromInline
final class Core: @unchecked Sendable {  // The variables are guarded by the family's lock, except for the atomic.
    /// Keeps what readers look at off the line of the cache that has the reference count, which each override of another thread writes.
    private let distance = (0, 0, 0, 0, 0, 0, 0)
    @usableFromInline let family: Family
    /// The same, for readers that need not count it.
    var unretainedFamily: Unmanaged<Family> { .passUnretained(family) }
    /// Tells it from all others.
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    /// What it falls back to.
    let parentCore: Core?
    /// The same, for readers that need not count it.
    @usableFromInline let unretainedParent: Unmanaged<Core>?
    /// Whether this is an override: what is registered here is seen by the parent's services, too.
    let isOverride: Bool
    /// The innermost override on the way up, this one included: itself or an ancestor, which outlives it.
    private(set) var unretainedOverriding: Unmanaged<Core>?
    /// The override this one stands for on another container; nil for all others.
    let original: Core?
    /// For an override: the container whose registrations it replaces; the original's, where it stands for one.
    private(set) var unretainedBase: Unmanaged<Core>?  // Further up, or kept by the original's chain.
    /// For an override: tells which of two was made later, and so ends first where both are in effect.
    var ordinal = 0

    /// The slots, but for those of contributions; a pointer to a `SlotTable`'s words, with ``shutBit`` once the core is closed.
    @usableFromInline let table: Atomic<UInt>
    /// Set in the table's word of a core that is closed: a reader without the lock must not go on to the parent.
    @usableFromInline static var shutBit: UInt {
        @inlinable get { 1 }
    }
    /// Whether the table is its own.
    private var hasTable = false
    /// All slots in registration order.
    @exclusivity(unchecked) private(set) var slots = Handful<Slot>()
    /// For an override: the last of its slots, unretained and linked through `sibling`, or 0; for readers without the lock.
    private let lastSlot = Atomic<UInt>(0)
    /// The replacements that are active, in the order they were made.
    @exclusivity(unchecked) var replacements = Handful<Registration>()
    /// Whether it resolves no more, as readers without the lock see it.
    let isShut = Atomic<Bool>(false)
    private var annex: CoreAnnex?
    /// The overrides of this container that are open: while there are some, the running task is asked for its own.
    let openOverrides = Atomic<Int>(0)

    /// Whether this is an override that is counted as open; written under the lock.
    let isOpen = Atomic<Bool>(false)
    /// For an override: what the instances have that its readers are shown, another number in each verdict epoch.
    let shownNumber = Atomic<UInt>(0)
    /// That epoch.
    let shownEpoch = Atomic<UInt>(0)
    var isClosed = false
    /// Whether something of it may be in scopes of others: a scoped service that was registered here, or what only a caller got.
    var mayBeInScopes = false
    /// Whether nothing was made from what is registered or replaced here.
    var hasMadeNothing = true
    /// What is to be disposed at the end, in the order it was made.
    @exclusivity(unchecked) var disposables: [Disposables.Entry] = []
    /// Who disposes here and below; guarded by the family's `disposalLock`.
    @exclusivity(unchecked) var disposalSite: DisposalSite?
    /// Whether it was an override and is over, so that its replacements are as well.
    var isOver = false
    private var innerContainer: Container?

    // The children of one parent are a list; see `Core+Children.swift`.
    var firstChild: Unmanaged<Core>?  // A child takes itself out before it goes, and so do its siblings.
    var nextSibling: Unmanaged<Core>?
    var previousSibling: Unmanaged<Core>?
    /// Whether it is in that list.
    var isLinked = false

    /// A root: it falls back to nothing.
    init(in family: Family) {
        parentCore = nil
        self.family = family
        isOverride = false
        original = nil
        unretainedParent = nil
        unretainedOverriding = nil
        table = Atomic(Self.emptyTable)
    }

    /// Falls back to a parent, whose family it joins; for an override that stands for another elsewhere, with that as the original.
    @inline(__always)
    init(parent: consuming Core, isOverride: Bool = false, original: Core? = nil) {
        parentCore = parent
        // The property from here on, so that the argument is not counted once more.
        let parent = Unmanaged.passUnretained(parentCore.unsafelyUnwrapped)
        family = parent._withUnsafeGuaranteedRef { $0.family }
        self.isOverride = isOverride
        self.original = original
        unretainedParent = parent
        unretainedOverriding = parent._withUnsafeGuaranteedRef { $0.unretainedOverriding }
        table = Atomic(Self.emptyTable)
        guard isOverride else { return }
        unretainedOverriding = .passUnretained(self)
        unretainedBase = original?.unretainedBase ?? .passUnretained(parent._withUnsafeGuaranteedRef { $0.overridden })
        ordinal = original?.ordinal ?? 0
    }

    /// The table of every container that has nothing registered: never written, never freed.
    private static let emptyTable = UInt(bitPattern: SlotTable.allocate(capacity: 2).words)

    deinit {
        if hasTable { slotTable.deallocate() }
    }

    /// The innermost override on the way up, this one included.
    var overriding: Core? { unretainedOverriding?.takeUnretainedValue() }

    /// The annex, made where there is none.
    var writable: CoreAnnex { annex ?? makeAnnex() }

    @inline(never)
    private func makeAnnex() -> CoreAnnex {
        let made = CoreAnnex()
        annex = made
        return made
    }

    /// The annex, where there is one.
    var readable: CoreAnnex? { annex }

    /// Whether it has neither an annex nor a container for its instances to keep.
    var hasOnlySlots: Bool { annex == nil && innerContainer == nil }

    /// A container that does not own this core; for what the core itself keeps.
    func inner() -> Container {
        if let innerContainer { return innerContainer }
        let made = Container(core: self, owner: .nobody)
        // Of what has ended nobody would take it out again, and the two would keep each other.
        if !isClosed, original?.isClosed != true { innerContainer = made }
        return made
    }

    func dropInner(into ending: inout Ending) {
        if let inner = innerContainer.take() { ending.remains.append(inner) }
    }

    /// Has a core that is over keep nothing of what was registered or put in place: a handle may keep the core itself for longer, as in what was
    /// made inside an override and is everyone's.
    func dropSlots(into ending: inout Ending) {
        ending.remains.append(Remains(takeContents()))
        guard let dropped = annex else { return }
        annex = nil
        ending.remains.append(dropped)
        if dropped.madeAt != nil || dropped.closedAt != nil { (writable.madeAt, writable.closedAt) = (dropped.madeAt, dropped.closedAt) }
    }

    /// Takes out what was registered and put in place, for the caller to release outside the lock.
    func takeContents() -> (Handful<Slot>, Handful<Registration>) {
        lastSlot.store(0, ordering: .relaxed)
        defer { (slots, replacements) = (Handful(), Handful()) }
        return (slots, replacements)
    }
}

extension Core {
    var slotTable: SlotTable {
        // The word is always the address of a table, but for the lowest bit.
        SlotTable(words: UnsafeMutablePointer(bitPattern: table.load(ordering: .acquiring) & ~Self.shutBit)!)
    }

    /// The slot of a key in this very container, which keeps it.
    ///
    /// Lock-free in a container that is no override, but for contributions.
    func slot(_ key: Key) -> Unmanaged<Slot>? {
        if let original { return original.slot(key) }
        if isOverride { return slots.first(where: { $0.key == key }).map { .passUnretained($0) } }
        if key.contribution != 0 { return annex?.contributions[key].map { .passUnretained($0) } }
        let type = UInt(bitPattern: key.typeID)
        if let name = key.name { return slotTable.slot(type, key.argumentsWord, named: name) }
        return slotTable.slot(type, key.argumentsWord)
    }

    /// The slot of a key, made where there is none.
    func makeSlot(_ key: Key) -> Unmanaged<Slot> {
        if let slot = slot(key) { return slot }
        let made = Slot(key: key, core: self)
        let slot = Unmanaged.passUnretained(made)
        slots.append(consume made)
        slot._withUnsafeGuaranteedRef { show($0) }
        return slot
    }

    /// Has readers find a slot.
    private func show(_ slot: Slot) {
        let key = slot.key
        if isOverride {
            // An override has a handful of slots: they are looked through.
            slot.sibling.store(lastSlot.load(ordering: .relaxed), ordering: .relaxed)
            lastSlot.store(UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()), ordering: .releasing)
        } else if key.contribution != 0 {
            writable.contributions[key] = slot
        } else {
            insertIntoTable(slot)
        }
        if key.arguments == nil, let annex, !annex.collections.isEmpty { annex.collections[key.typeID]?.append(slot) }
    }

    /// The slot that an override has for a type alone; without the lock.
    func ownSlot(_ type: UInt) -> Unmanaged<Slot>? {
        var next = UnsafeRawPointer(bitPattern: lastSlot.load(ordering: .acquiring))
        while let pointer = next {
            let slot = Unmanaged<Slot>.fromOpaque(pointer)
            if slot._withUnsafeGuaranteedRef({ UInt(bitPattern: $0.key.typeID) == type && $0.key.isTypeAlone }) { return slot }
            next = slot._withUnsafeGuaranteedRef { UnsafeRawPointer(bitPattern: $0.sibling.load(ordering: .relaxed)) }
        }
        return nil
    }

    private func insertIntoTable(_ slot: Slot) {
        let old = slotTable
        if slot.arguments != 0, let first = old.first(slot.tableKey) {
            first._withUnsafeGuaranteedRef { $0.append(sibling: slot) }
            return
        }
        let isEmpty = UInt(bitPattern: old.words) == Self.emptyTable
        if isEmpty || old.isHalfFull {
            let grown = old.copy(capacity: isEmpty ? 16 : old.capacity * 2)
            insert(slot, into: grown)
            let shutBit = table.load(ordering: .relaxed) & Self.shutBit
            table.store(UInt(bitPattern: grown.words) | shutBit, ordering: .releasing)
            hasTable = true
            if !isEmpty { writable.retiredTables.append(old) }
        } else {
            insert(slot, into: old)
        }
    }

    private func insert(_ slot: Slot, into table: SlotTable) {
        table.insert(slot.tableKey, UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()))
    }

    /// Hides every slot from readers without a lock, those further up too.
    func hideTable() {
        let old = slotTable
        table.store(Self.emptyTable | Self.shutBit, ordering: .releasing)
        guard UInt(bitPattern: old.words) != Self.emptyTable else { return }
        hasTable = false
        writable.retiredTables.append(old)
    }
}
