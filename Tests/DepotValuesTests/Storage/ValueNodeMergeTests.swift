import Testing

@testable import DepotValues

@Suite struct ValueNodeMergeTests {
    private enum A: DependencyKey { static let liveValue = 0 }
    private enum B: DependencyKey { static let liveValue = 0 }

    private func find<Key: DependencyKey<Int>>(_ key: Key.Type, captured: ValueNode?, current: ValueNode?) -> Int? {
        ValueNode.find(ObjectIdentifier(key), captured: captured, current: current)?._withUnsafeGuaranteedRef { $0.value(of: key) }
    }

    @Test func `V4 of two overrides of a key the later one is found, whichever side it is on`() {
        let early = ValueNode.adding(A.self, 1, to: nil)
        let late = ValueNode.adding(A.self, 2, to: nil)
        #expect(find(A.self, captured: early, current: late) == 2)
        #expect(find(A.self, captured: late, current: early) == 2)
        #expect(find(A.self, captured: nil, current: early) == 1)
        #expect(find(A.self, captured: early, current: nil) == 1)
        #expect(find(B.self, captured: early, current: late) == nil)
    }

    @Test func `V4 merging decides the same as looking in both`() {
        let base = ValueNode.adding(A.self, 1, to: nil)
        let left = ValueNode.adding(B.self, 2, to: base)
        let right = ValueNode.adding(A.self, 3, to: ValueNode.adding(B.self, 4, to: base))
        for (captured, current) in [(left, right), (right, left), (base, right), (right, base), (left, base)] {
            let merged = ValueNode.merged(captured, current)
            #expect(find(A.self, captured: nil, current: merged) == find(A.self, captured: captured, current: current))
            #expect(find(B.self, captured: nil, current: merged) == find(B.self, captured: captured, current: current))
        }
    }

    @Test func `V4 a chain that goes on from the other is taken as it is`() {
        let base = ValueNode.adding(A.self, 1, to: nil)
        let longer = ValueNode.adding(B.self, 2, to: base)
        #expect(ValueNode.merged(base, longer) === longer)
        #expect(ValueNode.merged(longer, base) === longer)
        #expect(ValueNode.merged(nil, base) === base)
        #expect(ValueNode.merged(base, nil) === base)
    }
}
