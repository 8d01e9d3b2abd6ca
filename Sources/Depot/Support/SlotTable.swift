public import Synchronization

/// The slots of a container by type, or anything else by a word that is not 0, readable without a lock.
///
/// Open addressing with linear probing. One writer at a time, under the family's lock, fills an empty place: first
/// the slot, then the key with release order, so that a reader who finds the key finds the slot. Places are never
/// emptied or changed. A table that is half full is copied to one of twice the size and kept until the container
/// goes, because a reader may still be in it; all the old tables together are smaller than the present one.
@usableFromInline
@frozen
package struct SlotTable {
    @usableFromInline
    package typealias Word = Atomic<UInt>

    /// One key and what it stands for: four of them on a line of the cache.
    private static let placeSize = 2
    private static let headSize = 4

    /// `[capacity - 1, shift, count, 0]`, then the places; the count is for the writer.
    @usableFromInline package let words: UnsafeMutablePointer<Word>

    @inlinable package init(words: UnsafeMutablePointer<Word>) {
        self.words = words
    }

    /// Makes an empty table with so many places, a power of two, for the caller to deallocate.
    package static func allocate(capacity: Int) -> SlotTable {
        let count = headSize + capacity * placeSize
        let words = UnsafeMutablePointer<Word>.allocate(capacity: count)
        for index in 0..<count { (words + index).initialize(to: Word(0)) }
        words[0].store(UInt(capacity - 1), ordering: .relaxed)
        words[1].store(UInt(UInt.bitWidth - capacity.trailingZeroBitCount), ordering: .relaxed)
        return SlotTable(words: words)
    }

    package func deallocate() {
        words.deinitialize(count: Self.headSize + capacity * Self.placeSize)
        words.deallocate()
    }

    package var capacity: Int { Int(words[0].load(ordering: .relaxed)) + 1 }

    /// How many keys it has; for the writer.
    private var count: UInt { words[2].load(ordering: .relaxed) }

    /// Whether another key would fill more than half of it, so that it is to be copied to one of twice the size first.
    package var isHalfFull: Bool { (count + 1) * 2 > UInt(capacity) }

    /// A table with so many places, for the caller to deallocate, that has the same keys but for one.
    package func copy(capacity: Int, without left: UInt = 0) -> SlotTable {
        let copy = SlotTable.allocate(capacity: capacity)
        for index in 0..<UInt(self.capacity) {
            let place = place(index)
            let key = place[0].load(ordering: .relaxed)
            if key != 0, key != left { copy.insert(key, place[1].load(ordering: .relaxed)) }
        }
        return copy
    }

    /// The highest bits of the multiplicative hash of a word: Fibonacci hashing (Knuth, TAOCP 3, 6.4).
    ///
    /// The shift is the number of bits that are left out, of the 64 or 32 of a word.
    @inlinable
    @inline(__always)
    static func hash(_ key: UInt, shift: UInt) -> UInt {
        let ratio = 0x9e37_79b9_7f4a_7c15 as UInt64
        return (key &* UInt(truncatingIfNeeded: ratio &>> UInt64(64 - UInt.bitWidth))) &>> shift
    }

    /// The place to start looking.
    @inlinable
    @inline(__always)
    func start(_ key: UInt) -> UInt { Self.hash(key, shift: words[1].load(ordering: .relaxed)) }

    /// The key and the value at an index; the head takes as much room as two places.
    @inlinable
    @inline(__always)
    func place(_ index: UInt) -> UnsafeMutablePointer<Word> { words + Int(bitPattern: (index &+ 2) &* 2) }

    /// What a key stands for, or 0.
    @inlinable
    @inline(__always)
    package func find(_ key: UInt) -> UInt {
        let mask = words[0].load(ordering: .relaxed)
        var index = start(key)
        while true {
            let place = place(index)
            let found = place[0].load(ordering: .acquiring)
            if found == key { return place[1].load(ordering: .relaxed) }
            if found == 0 { return 0 }
            index = (index &+ 1) & mask
        }
    }

    /// Adds a key that is not there.
    ///
    /// The caller holds the lock and has seen to it that there is room.
    package func insert(_ key: UInt, _ value: UInt) {
        let mask = words[0].load(ordering: .relaxed)
        var index = start(key)
        while place(index)[0].load(ordering: .relaxed) != 0 { index = (index &+ 1) & mask }
        place(index)[1].store(value, ordering: .relaxed)
        place(index)[0].store(key, ordering: .releasing)
        words[2].store(count + 1, ordering: .relaxed)
    }
}
