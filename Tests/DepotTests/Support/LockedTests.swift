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

    @Test func `a locked value loses no change of racing threads`() {
        let numbers = Locked<[Int]>([0, 0])
        race(8) { _, _ in
            for _ in 0..<5_000 {
                numbers.withLock { numbers in
                    let sum = numbers[0] + numbers[1]
                    numbers = [sum / 2, sum + 1 - sum / 2]
                }
            }
        }
        #expect(numbers.withLock { $0[0] + $0[1] } == 40_000)
    }
}
