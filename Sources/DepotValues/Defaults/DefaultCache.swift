internal import Depot
internal import Synchronization

/// The defaults made so far, of one test or of the process.
///
/// Reading takes no lock. Entries and tables live as long as the cache, so that a reader may borrow them.
final class DefaultCache: Sendable {
    /// The address of the words of the table in use.
    private let table: Atomic<UInt>
    private let owned: Locked<Owned>
    /// The bits of the context in effect where no override sets one, and whether `prepareDependencies` set it.
    private let contextWord: Atomic<UInt>
    private static let isPrepared: UInt = 4

    private struct Owned: ~Copyable {
        /// The addresses of entries, by the words of their slots.
        var table = SlotTable.allocate(capacity: 16)
        /// Those before it, which a reader may still be in.
        var retired: [SlotTable] = []
        var entries: [DefaultEntry] = []

        deinit {
            for table in retired + [table] { table.deallocate() }
        }

        /// The entry in a slot.
        func find(_ slot: DefaultSlot) -> DefaultEntry? { table.entry(in: slot)?.takeUnretainedValue() }
    }

    /// - Parameter context: The context in effect where nothing sets one.
    init(context: DependencyContext) {
        contextWord = Atomic(context.bits)
        let owned = Owned()
        table = Atomic(UInt(bitPattern: owned.table.words))
        self.owned = Locked(owned)
    }
}

extension SlotTable {
    /// The entry in a slot, borrowed.
    @inline(__always)
    fileprivate func entry(in slot: DefaultSlot) -> Unmanaged<DefaultEntry>? {
        UnsafeRawPointer(bitPattern: find(slot.word)).map { .fromOpaque($0) }
    }
}

// MARK: - Reading

extension DefaultCache {
    /// The default in a slot, borrowed from the cache.
    func find(_ slot: DefaultSlot) -> Unmanaged<DefaultEntry>? {
        // The word is always the address of a table.
        SlotTable(words: UnsafeMutablePointer(bitPattern: table.load(ordering: .acquiring)).unsafelyUnwrapped).entry(in: slot)
    }
}

// MARK: - Writing

extension DefaultCache {
    /// Puts a default into its slot unless there is one, and returns the one that is there then; takes note that it is read, unless nothing
    /// but an update closure asks.
    func insert(_ entry: DefaultEntry, in slot: DefaultSlot, isRead: Bool) -> DefaultEntry {
        owned.withLock { owned in
            if let existing = owned.find(slot) {
                if isRead { existing.settle() }
                return existing
            }
            self.store(entry, in: slot, &owned)
            return entry
        }
    }

    /// Puts a prepared value into its slot unless somebody has read or prepared that before.
    ///
    /// - Returns: What is in the way, nil if nothing is.
    func prepare(_ entry: DefaultEntry, in slot: DefaultSlot) -> DefaultEntry? {
        owned.withLock { owned in
            if let existing = owned.find(slot), !existing.isUnread { return existing }
            self.store(entry, in: slot, &owned)
            return nil
        }
    }

    /// Takes note that a slot is read, in one step with finding what is in it; unless nothing but an update closure asks.
    func settle(_ slot: DefaultSlot, isRead: Bool) -> DefaultEntry? {
        owned.withLock { owned in
            let entry = owned.find(slot)
            if isRead { entry?.settle() }
            return entry
        }
    }

    private func store(_ entry: DefaultEntry, in slot: DefaultSlot, _ owned: inout Owned) {
        owned.entries.append(entry)
        let isNew = owned.find(slot) == nil
        if !isNew || owned.table.isHalfFull {
            // A reader may be at any place, so none is changed: the others are copied.
            owned.retired.append(owned.table)
            owned.table = owned.table.copy(capacity: owned.table.capacity * (isNew ? 2 : 1), without: slot.word)
        }
        owned.table.insert(slot.word, UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()))
        table.store(UInt(bitPattern: owned.table.words), ordering: .releasing)
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
