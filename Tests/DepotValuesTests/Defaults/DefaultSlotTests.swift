import Testing

@testable import DepotValues

@Suite struct DefaultSlotTests {
    private enum A: DependencyKey { static let liveValue = 0 }

    @Test func `V6 a key has a slot in each context, and the name of its type`() {
        let slots = DependencyContext.allCases.map { DefaultSlot(ObjectIdentifier(A.self), $0) }
        #expect(Set(slots.map(\.word)).count == 3)
        #expect(slots.map(\.keyName) == ["A", "A", "A"])
    }
}
