import Testing

@testable import Depot

@Suite struct SlotTableTests {
    @Test func `A table finds what was put in, also where keys collide, and nothing else`() {
        let table = SlotTable.allocate(capacity: 64)
        defer { table.deallocate() }
        // Those that have one place to start with come first.
        let keys = (1...10_000 as ClosedRange<UInt>).map { $0 * 16 }
        let crowded = keys.filter { table.start($0) == table.start(keys[0]) }.prefix(8)
        let all = crowded + keys.filter { !crowded.contains($0) }.prefix(24)
        #expect(crowded.count == 8)
        for key in all {
            #expect(!table.isHalfFull)
            table.insert(key, key + 1)
        }
        #expect(table.isHalfFull)
        for key in all { #expect(table.find(key) == key + 1) }
        #expect(table.find(8) == 0)
    }

    @Test func `A copy has the same keys, but for one that is left out`() {
        let table = SlotTable.allocate(capacity: 16)
        defer { table.deallocate() }
        for key in 1...8 as ClosedRange<UInt> { table.insert(key * 16, key) }
        for (copy, left) in [(table.copy(capacity: 32), 0), (table.copy(capacity: 16, without: 48), 3 as UInt)] {
            defer { copy.deallocate() }
            for key in 1...8 as ClosedRange<UInt> { #expect(copy.find(key * 16) == (key == left ? 0 : key)) }
            #expect(copy.capacity == (left == 0 ? 32 : 16))
        }
    }

    @Test func `A hash spreads addresses over its highest bits`() {
        let counts = Dictionary(grouping: 1...4_096 as ClosedRange<UInt>) { SlotTable.hash($0 * 16, shift: UInt(UInt.bitWidth - 6)) }
        #expect(Set(counts.keys) == Set(0..<64))
        #expect(counts.values.map(\.count).max() ?? 0 < 128)
    }
}
