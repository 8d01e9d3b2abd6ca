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
        var listed: [UInt: UInt] = [:]
        table.forEach { listed[$0] = $1 }
        #expect(listed == Dictionary(uniqueKeysWithValues: all.map { ($0, $0 + 1) }))
    }

    @Test func `A hash spreads addresses over its highest bits`() {
        let counts = Dictionary(grouping: 1...4_096 as ClosedRange<UInt>) { SlotTable.hash($0 * 16, shift: UInt(UInt.bitWidth - 6)) }
        #expect(Set(counts.keys) == Set(0..<64))
        #expect(counts.values.map(\.count).max() ?? 0 < 128)
    }
}
