import Testing

@testable import Depot

@Suite struct LockedTests {
    @Test func `a locked value is changed by one at a time`() async {
        let count = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } } }
        }
        #expect(count.withLock { $0 } == 8_000)
    }
}
