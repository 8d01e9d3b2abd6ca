public import Synchronization

/// The slots of a container by type, readable without a lock.
///
/// Open addressing with linear probing. One writer at a time, under the family's lock, fills an empty place: first
/// the slot, then the key with release order, so that a reader who finds the key finds the slot. Places are never
/// emptied or changed. A table that is half full is copied to one of twice the size and kept until the container
/// goes, because a reader may still be in it; all the old tables together are smaller than the present one.
@usableFromInline
struct SlotTable {
    @usableFromInline
    typealias Word = Atomic<UInt>

    /// One key and its slot.
    ///
    /// A key is the type and the type of its arguments, 0 for none.
    @usableFromInline static let placeSize = 4

    /// `[capacity - 1, shift, count, the table before]`, then the places; the last two are for the writer.
    @usableFromInline let words: UnsafeMutablePointer<Word>

    @inlinable init(words: UnsafeMutablePointer<Word>) {
        self.words = words
    }

    /// Makes an empty table.
    ///
    /// - Parameter capacity: How many places it has; a power of two.
    /// - Returns: The table, for the caller to deallocate.
    static func allocate(capacity: Int) -> SlotTable {
        let count = (capacity + 1) * placeSize
        let words = UnsafeMutablePointer<Word>.allocate(capacity: count)
        for index in 0..<count { (words + index).initialize(to: Word(0)) }
        words[0].store(UInt(capacity - 1), ordering: .relaxed)
        words[1].store(UInt(64 - capacity.trailingZeroBitCount), ordering: .relaxed)
        return SlotTable(words: words)
    }

    func deallocate() {
        words.deinitialize(count: (capacity + 1) * Self.placeSize)
        words.deallocate()
    }

    var capacity: Int { Int(words[0].load(ordering: .relaxed)) + 1 }

    /// How many keys it has; for the writer.
    private var count: UInt { words[2].load(ordering: .relaxed) }

    /// Whether another key would fill more than half of it, so that it is to be copied to one of twice the size first.
    var isHalfFull: Bool { (count + 1) * 2 > UInt(capacity) }

    /// The table that it stands in place of, where the writer keeps it here.
    var older: SlotTable? {
        get { UnsafeMutablePointer(bitPattern: words[3].load(ordering: .relaxed)).map { SlotTable(words: $0) } }
        nonmutating set { words[3].store(newValue.map { UInt(bitPattern: $0.words) } ?? 0, ordering: .relaxed) }
    }

    /// Calls a function for each key of no arguments, with what it stands for.
    func forEach(_ body: (_ type: UInt, _ slot: UInt) -> Void) {
        for index in 1...capacity {
            let place = words + index * Self.placeSize
            let type = place[0].load(ordering: .relaxed)
            if type != 0 { body(type, place[2].load(ordering: .relaxed)) }
        }
    }

    /// The place to start looking: the multiplicative hash of Fibonacci hashing (Knuth, TAOCP 3, 6.4).
    @inlinable
    @inline(__always)
    func start(_ type: UInt, _ arguments: UInt) -> UInt {
        let mixed = (type ^ (arguments &* 0xff51_afd7_ed55_8ccd)) &* 0x9e37_79b9_7f4a_7c15
        return mixed &>> words[1].load(ordering: .relaxed)
    }

    /// The slot of a key as an unretained pointer, or 0.
    @inlinable
    @inline(__always)
    func find(_ type: UInt, _ arguments: UInt) -> UInt {
        let mask = words[0].load(ordering: .relaxed)
        var index = start(type, arguments)
        while true {
            let place = words + Int(bitPattern: (index &+ 1) &* 4)
            let found = place[0].load(ordering: .acquiring)
            if found == type, place[1].load(ordering: .relaxed) == arguments { return place[2].load(ordering: .relaxed) }
            if found == 0 { return 0 }
            index = (index &+ 1) & mask
        }
    }

    /// Adds a key that is not there.
    ///
    /// The caller holds the lock and has seen to it that there is room.
    func insert(_ type: UInt, _ arguments: UInt, slot: UInt) {
        let mask = words[0].load(ordering: .relaxed)
        var index = start(type, arguments)
        while true {
            let place = words + Int(bitPattern: (index &+ 1) &* 4)
            if place[0].load(ordering: .relaxed) == 0 {
                place[1].store(arguments, ordering: .relaxed)
                place[2].store(slot, ordering: .relaxed)
                place[0].store(type, ordering: .releasing)
                words[2].store(count + 1, ordering: .relaxed)
                return
            }
            index = (index &+ 1) & mask
        }
    }
}
