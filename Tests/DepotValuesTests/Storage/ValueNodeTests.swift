import Testing

@testable import DepotValues

@Suite struct ValueNodeTests {
    private enum A: DependencyKey { static let liveValue = 0 }
    private enum B: DependencyKey { static let liveValue = 0 }

    private func find<Key: DependencyKey>(_ key: Key.Type, in node: ValueNode?) -> Key.Value? {
        node?.find(ObjectIdentifier(key))?.value(of: key)
    }

    @Test func `The newest override of a key is found, and none of a key without`() {
        var node = ValueNode.adding(A.self, 1, to: nil)
        #expect(find(B.self, in: node) == nil)
        node = ValueNode.adding(A.self, 2, to: node)
        #expect(find(A.self, in: node) == 2)
    }

    @Test func `A chain stays short, however much is added to it`() {
        var node = ValueNode.adding(B.self, -1, to: nil)
        for number in 0..<1_000 {
            node = ValueNode.adding(A.self, number, to: node)
            #expect(node.count <= ValueNode.longest)
            #expect(find(A.self, in: node) == number)
            #expect(find(B.self, in: node) == -1)
        }
    }

    @Test func `Adding leaves the chain that it adds to as it was`() {
        let base = ValueNode.adding(A.self, 1, to: nil)
        _ = ValueNode.adding(A.self, 2, to: base)
        #expect(find(A.self, in: base) == 1)
    }
}
