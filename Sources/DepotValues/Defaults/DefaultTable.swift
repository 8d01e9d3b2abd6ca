internal import Synchronization

/// Slots and their entries in a fixed array that is read without a lock.
///
/// Open addressing. A writer stores the entry first and the slot's word after it, with release; so a reader that
/// finds the word finds the entry. Nothing is ever removed. Only one writer at a time: ``DefaultCache`` sees to it.
final class DefaultTable: @unchecked Sendable {  // What the pointers point to is atomic; it is freed in `deinit` alone.
    let capacity: Int
    private let words: UnsafeMutablePointer<Atomic<UInt>>
    private let entries: UnsafeMutablePointer<Atomic<Unmanaged<DefaultEntry>?>>

    /// - Parameter capacity: A power of two.
    init(capacity: Int) {
        self.capacity = capacity
        words = .allocate(capacity: capacity)
        entries = .allocate(capacity: capacity)
        for index in 0..<capacity {
            (words + index).initialize(to: Atomic(0))
            (entries + index).initialize(to: Atomic(nil))
        }
    }

    deinit {
        words.deinitialize(count: capacity)
        entries.deinitialize(count: capacity)
        words.deallocate()
        entries.deallocate()
    }

    /// The entry of a slot, borrowed: it lives as long as the cache.
    func find(_ slot: DefaultSlot) -> Unmanaged<DefaultEntry>? {
        var index = start(slot)
        while true {
            let word = words[index].load(ordering: .acquiring)
            if word == slot.word { return entries[index].load(ordering: .acquiring) }
            if word == 0 { return nil }
            index = (index + 1) & (capacity - 1)
        }
    }

    /// Puts an entry into a slot, over the one that is there; there must be room.
    func store(_ entry: Unmanaged<DefaultEntry>, in slot: DefaultSlot) {
        var index = start(slot)
        while true {
            let word = words[index].load(ordering: .relaxed)
            if word == slot.word || word == 0 { break }
            index = (index + 1) & (capacity - 1)
        }
        entries[index].store(entry, ordering: .releasing)
        words[index].store(slot.word, ordering: .releasing)
    }

    /// Copies everything into a table that has room for more.
    func copy(into other: DefaultTable) {
        for index in 0..<capacity {
            let word = words[index].load(ordering: .relaxed)
            guard word != 0, let entry = entries[index].load(ordering: .relaxed) else { continue }
            other.store(entry, in: DefaultSlot(word: word))
        }
    }

    private func start(_ slot: DefaultSlot) -> Int {
        let mixed = slot.word &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
        return Int(truncatingIfNeeded: mixed >> (UInt.bitWidth / 2)) & (capacity - 1)
    }
}

extension DefaultSlot {
    fileprivate init(word: UInt) { self.word = word }
}
