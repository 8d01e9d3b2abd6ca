public import Synchronization

/// What a ``Container`` stands for: the slots, the instances, and the way to the parent.
///
/// A `Container` owns its core. What the core's own instances keep (a `Lazy`, a stored `Resolver`) points to the
/// core by a second, non-owning container, so that letting go of the container lets go of everything.
@usableFromInline
final class Core: @unchecked Sendable {  // The variables are guarded by the family's lock, except for the atomic.
    @usableFromInline let family: Family
    let parent: Container?
    unowned(unsafe) let parentCore: Core?  // The parent keeps it.
    @usableFromInline let unretainedParent: Unmanaged<Core>?
    /// Whether this is an override: what is registered here is seen by the parent's services, too.
    let isOverride: Bool
    /// The innermost override on the way up, this one included.
    unowned(unsafe) private(set) var overriding: Core?  // Itself or an ancestor, which outlives it.
    /// The override this one stands for on a container further up; nil for all others.
    let original: Core?

    /// The plain keys' slots; a pointer to a `SlotTable`'s words.
    @usableFromInline let table: Atomic<UInt>
    private var tableCount = 0
    /// All slots in registration order.
    private(set) var slots = Handful<Slot>()
    private var annex: CoreAnnex?
    /// The overrides of this container that are open: while there are some, the running task is asked for its own.
    let openOverrides = Atomic<Int>(0)

    /// Whether this is an override that is counted as open; written under the lock.
    let isOpen = Atomic<Bool>(false)
    var isClosed = false
    /// Whether anything scoped was registered here.
    var hasScopedServices = false
    /// What is to be disposed at the end, in the order it was made.
    var disposables: [Disposables.Entry] = []
    /// The replacements that are active, in the order they were made.
    var replacements = Handful<ActiveReplacement>()
    private var innerContainer: Container?

    init(family: Family, parent: Container?, isOverride: Bool, original: Core? = nil) {
        self.family = family
        self.parent = parent
        self.isOverride = isOverride
        self.original = original
        parentCore = parent?.core
        unretainedParent = (parent?.core).map { .passUnretained($0) }
        overriding = parent?.core.overriding
        table = Atomic(Self.emptyTable)
        if isOverride { overriding = self }
    }

    /// The table of every container that has nothing registered: never written, never freed.
    private static let emptyTable = UInt(bitPattern: SlotTable.allocate(capacity: 2).words)

    deinit {
        let words = table.load(ordering: .acquiring)
        if words != Self.emptyTable { SlotTable(words: UnsafeMutablePointer(bitPattern: words)!).deallocate() }
    }

    /// The annex, made where there is none.
    var writable: CoreAnnex {
        if let annex { return annex }
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
        let made = Container(core: self, owns: false)
        innerContainer = made
        return made
    }

    /// Whether `other` is this core or further up.
    func descends(from other: Core) -> Bool {
        var core: Core? = self
        while let now = core {
            if now === other || now.original === other { return true }
            core = now.parentCore
        }
        return false
    }

    /// This core, or what the override stands on.
    var overridden: Core {
        var core = self
        while core.isOverride, let base = core.parentCore { core = base }
        return core
    }

    /// Whether this core is an override of `base`, directly or of an override of it.
    func isOverride(of base: Core) -> Bool {
        var core: Core? = self
        while let now = core, now.isOverride {
            if now.parentCore === base { return true }
            core = now.parentCore
        }
        return false
    }

    /// This override, as the services of a container further up see it.
    func projected(onto home: Core) -> Core {
        if parentCore === home { return self }
        if let known = annex?.projections[ObjectIdentifier(home)] { return known }
        let outer = parentCore?.overriding
        let base = outer.map { $0 === home ? home : $0.projected(onto: home) } ?? home
        let made = Core(family: family, parent: base.inner(), isOverride: true, original: original ?? self)
        writable.projections[ObjectIdentifier(home)] = made
        return made
    }

    /// Breaks the ties between an override and its projections.
    func forgetOverride() {
        annex?.projections = [:]
        annex?.verdicts = [:]
        for pair in annex?.owned.values ?? [:].values { pair.home.forget(self) }
        annex?.owned = [:]
    }

    func dropInner() -> Container? {
        defer { innerContainer = nil }
        return innerContainer
    }
}

extension Core {
    private var slotTable: SlotTable {
        // The word is always the address of a table.
        SlotTable(words: UnsafeMutablePointer(bitPattern: table.load(ordering: .acquiring))!)
    }

    /// The slot of a key in this very container.
    ///
    /// Lock-free for keys without a name.
    func slot(_ key: Key) -> Slot? {
        if let original { return original.slot(key) }
        if isOverride { return slots.first(where: { $0.key == key }) }
        if key.name != nil || key.contribution != 0 { return annex?.named[key] }
        let found = slotTable.find(
            UInt(bitPattern: key.typeID), key.arguments.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0)
        guard let pointer = UnsafeRawPointer(bitPattern: found) else { return nil }
        return Unmanaged<Slot>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The slot of a key, made where there is none.
    func makeSlot(_ key: Key) -> Slot {
        if let slot = slot(key) { return slot }
        let slot = Slot(key: key, core: self, position: slots.count)
        append(slot)
        if isOverride {
            // An override has a handful of slots: they are looked through.
        } else if key.name != nil || key.contribution != 0 {
            writable.named[key] = slot
        } else {
            insertIntoTable(slot)
        }
        if key.arguments == nil { annex?.collections[key.typeID]?.append(slot) }
        return slot
    }

    private func append(_ slot: Slot) {
        let all = slots
        // Let go of here, so that a long list is not copied.
        slots = Handful()
        slots = all.adding(slot)
    }

    private func insertIntoTable(_ slot: Slot) {
        let old = slotTable
        let isEmpty = UInt(bitPattern: old.words) == Self.emptyTable
        if isEmpty || (tableCount + 1) * 2 > old.capacity {
            let grown = SlotTable.allocate(capacity: isEmpty ? 16 : old.capacity * 2)
            for slot in slots where slot.key.name == nil && slot.key.contribution == 0 { insert(slot, into: grown) }
            table.store(UInt(bitPattern: grown.words), ordering: .releasing)
            if !isEmpty { writable.retiredTables.append(old) }
        } else {
            insert(slot, into: old)
        }
        tableCount += 1
    }

    private func insert(_ slot: Slot, into table: SlotTable) {
        let arguments = slot.key.arguments.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
        table.insert(
            UInt(bitPattern: slot.key.typeID), arguments, slot: UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()))
    }

    /// Hides every slot from readers without a lock.
    func hideTable() {
        let old = slotTable
        guard UInt(bitPattern: old.words) != Self.emptyTable else { return }
        table.store(Self.emptyTable, ordering: .releasing)
        writable.retiredTables.append(old)
    }
}

extension Core {
    /// All that is registered for a type here, in registration order.
    ///
    /// The first call looks at every slot.
    func collection(_ type: ObjectIdentifier) -> [Slot] {
        if let original { return original.collection(type) }
        if let slots = annex?.collections[type] { return slots }
        let slots = slots.filter { $0.key.typeID == type && $0.key.arguments == nil }
        writable.collections[type] = slots
        return slots
    }

    /// Whether someone has asked for all of a type.
    func isCollected(_ type: ObjectIdentifier) -> Bool { annex?.collections[type] != nil }

    /// For an override: the place of its own instances of a service.
    func ownCell(for home: Cell) -> Cell {
        if let original { return original.ownCell(for: home) }
        if let pair = annex?.owned[ObjectIdentifier(home)] { return pair.own }
        let own = Cell(isScoped: home.isScoped)
        writable.owned[ObjectIdentifier(home)] = (home, own)
        home.add(own, of: self)
        return own
    }

    /// Forgets the place of an override's own instances of a service, for good.
    func forgetOwnCell(for home: Cell) {
        annex?.owned[ObjectIdentifier(home)] = nil
    }

    func existingOwnCell(for home: Cell) -> Cell? {
        if let original { return original.existingOwnCell(for: home) }
        return annex?.owned[ObjectIdentifier(home)]?.own
    }

    /// Every cell of this container.
    var allCells: [Cell] { slots.flatMap(\.cells) + (annex?.owned.values.map(\.own) ?? []) }
}
