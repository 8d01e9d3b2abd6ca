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

    @Test func `nobody comes in while another is inside`() {
        let locked = Locked(0)
        let isInside = Gate()
        let intruders = Counter()
        let other = startThread {
            isInside.pass()
            locked.withLock { _ in _ = intruders.increment() }
        }
        let seen = locked.withLock { _ in
            isInside.open()
            // Time enough for the other thread to come in, if it could.
            for _ in 0..<10_000 where intruders.value == 0 { yieldProcessor() }
            return intruders.value
        }
        join(other)
        #expect(seen == 0)
        #expect(intruders.value == 1)
    }
}
