import Testing

@testable import DepotValues

@Suite struct DefaultTableTests {
    private enum A: DependencyKey { static let liveValue = 0 }

    private func slot(_ number: UInt) -> DefaultSlot {
        // An address of no type; a table only compares it.
        DefaultSlot(unsafeBitCast(number * 16, to: ObjectIdentifier.self), .live)
    }

    @Test func `A table finds what was stored in it, also when slots collide`() {
        let table = DefaultTable(capacity: 64)
        let entries = (1...48).map { DefaultValue($0) }
        for (index, entry) in entries.enumerated() { table.store(.passUnretained(entry), in: slot(UInt(index + 1))) }
        for (index, entry) in entries.enumerated() {
            #expect(table.find(slot(UInt(index + 1)))?.takeUnretainedValue() === entry)
        }
        #expect(table.find(slot(1_000)) == nil)
    }

    @Test func `A later entry takes the place of an earlier one`() {
        let table = DefaultTable(capacity: 8)
        let (first, second) = (DefaultValue(1), DefaultValue(2))
        table.store(.passUnretained(first), in: slot(1))
        table.store(.passUnretained(second), in: slot(1))
        #expect(table.find(slot(1))?.takeUnretainedValue() === second)
    }

    @Test func `A larger table holds what the smaller one held`() {
        let (small, large) = (DefaultTable(capacity: 8), DefaultTable(capacity: 16))
        let entries = (1...6).map { DefaultValue($0) }
        for (index, entry) in entries.enumerated() { small.store(.passUnretained(entry), in: slot(UInt(index + 1))) }
        small.copy(into: large)
        for (index, entry) in entries.enumerated() {
            #expect(large.find(slot(UInt(index + 1)))?.takeUnretainedValue() === entry)
        }
    }

    @Test func `V6 a key has a slot in each context, and the name of its type`() {
        let slots = DependencyContext.allCases.map { DefaultSlot(ObjectIdentifier(A.self), $0) }
        #expect(Set(slots.map(\.word)).count == 3)
        #expect(slots.map(\.keyName) == ["A", "A", "A"])
    }
}
