internal import Depot
internal import Synchronization

/// The defaults made so far, of one test or of the process.
///
/// Reading takes no lock. Entries and tables live as long as the cache, so that a reader may borrow them.
final class DefaultCache: Sendable {
    private let table: Atomic<Unmanaged<DefaultTable>>
    private let owned: Locked<Owned>
    /// The bits of the context in effect where no override sets one, and whether `prepareDependencies` set it.
    private let contextWord: Atomic<UInt>
    private static let isPrepared: UInt = 4

    private struct Owned {
        var table: DefaultTable
        var outgrown: [DefaultTable] = []
        var entries: [DefaultEntry] = []
        var used = 0
    }

    /// - Parameter context: The context in effect where nothing sets one.
    init(context: DependencyContext) {
        contextWord = Atomic(context.bits)
        let first = DefaultTable(capacity: 16)
        table = Atomic(Unmanaged.passUnretained(first))
        owned = Locked(Owned(table: first))
    }
}

// MARK: - Reading

extension DefaultCache {
    /// The default in a slot, borrowed from the cache.
    func find(_ slot: DefaultSlot) -> Unmanaged<DefaultEntry>? {
        table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0.find(slot) }
    }
}

// MARK: - Writing

extension DefaultCache {
    /// Puts a default into its slot unless there is one, and returns the one that is there then; takes note that it is read, unless nothing
    /// but an update closure asks.
    func insert(_ entry: DefaultEntry, in slot: DefaultSlot, isRead: Bool) -> DefaultEntry {
        owned.withLock { owned in
            if let existing = owned.table.find(slot)?.takeUnretainedValue() {
                if isRead { existing.settle() }
                return existing
            }
            self.store(entry, in: slot, isNew: true, &owned)
            return entry
        }
    }

    /// Puts a prepared value into its slot unless somebody has read or prepared that before.
    ///
    /// - Returns: What is in the way, nil if nothing is.
    func prepare(_ entry: DefaultEntry, in slot: DefaultSlot) -> DefaultEntry? {
        owned.withLock { owned in
            let existing = owned.table.find(slot)?.takeUnretainedValue()
            if let existing, !existing.isUnread { return existing }
            self.store(entry, in: slot, isNew: existing == nil, &owned)
            return nil
        }
    }

    /// Takes note that a slot is read, in one step with finding what is in it; unless nothing but an update closure asks.
    func settle(_ slot: DefaultSlot, isRead: Bool) -> DefaultEntry? {
        owned.withLock { owned in
            let entry = owned.table.find(slot)?.takeUnretainedValue()
            if isRead { entry?.settle() }
            return entry
        }
    }

    private func store(_ entry: DefaultEntry, in slot: DefaultSlot, isNew: Bool, _ owned: inout Owned) {
        owned.entries.append(entry)
        if isNew { owned.used += 1 }
        if owned.used * 4 > owned.table.capacity * 3 {
            let larger = DefaultTable(capacity: owned.table.capacity * 2)
            owned.table.copy(into: larger)
            owned.outgrown.append(owned.table)
            owned.table = larger
        }
        owned.table.store(Unmanaged.passUnretained(entry), in: slot)
        table.store(Unmanaged.passUnretained(owned.table), ordering: .releasing)
    }
}

// MARK: - The context

extension DefaultCache {
    /// The context in effect where no override sets one.
    var context: DependencyContext { DependencyContext(bits: contextWord.load(ordering: .relaxed)) }

    /// Takes the context of a test's traits for the usual one.
    func use(_ context: DependencyContext) {
        let usual = contextWord.load(ordering: .relaxed)
        if usual & Self.isPrepared == 0 { contextWord.store(context.bits, ordering: .relaxed) }
    }

    /// Sets the context unless it has been set.
    func prepare(_ context: DependencyContext) -> Bool {
        let usual = contextWord.load(ordering: .relaxed)
        if usual & Self.isPrepared != 0 { return false }
        return contextWord.compareExchange(expected: usual, desired: context.bits | Self.isPrepared, ordering: .relaxed).exchanged
    }
}
