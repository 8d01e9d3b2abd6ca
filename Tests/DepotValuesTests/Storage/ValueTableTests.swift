import Testing

@testable import DepotValues

@Suite struct ValueTableTests {
    private enum A: DependencyKey { static let liveValue = 0 }
    private enum B: DependencyKey { static let liveValue = 0 }
    private enum C: DependencyKey { static let liveValue = 0 }

    @Test func `A table holds the newest override of each key, alone`() {
        var node = ValueNode.adding(A.self, 1, to: nil)
        node = ValueNode.adding(B.self, 2, to: node)
        node = ValueNode.adding(A.self, 3, to: node)
        let table = ValueTable(ValueTable.newest(in: node))
        #expect(table.next == nil)
        #expect(table.entries.count == 2)
        #expect(table.find(ObjectIdentifier(A.self))?.value(of: A.self) == 3)
        #expect(table.find(ObjectIdentifier(B.self))?.value(of: B.self) == 2)
        #expect(table.find(ObjectIdentifier(C.self)) == nil)
        #expect(table.entries.allSatisfy { $0.next == nil })
    }

    @Test func `A table in a chain is found behind what was added to it`() {
        let table = ValueTable(ValueTable.newest(in: ValueNode.adding(A.self, 1, to: ValueNode.adding(B.self, 2, to: nil))))
        let node = ValueNode.adding(A.self, 3, to: table)
        #expect(node.find(ObjectIdentifier(A.self))?.value(of: A.self) == 3)
        #expect(node.find(ObjectIdentifier(B.self))?.value(of: B.self) == 2)
        #expect(ValueTable.newest(in: node).count == 2)
    }
}
