import Depot
import DepotValues
import Testing

@Suite(.timeLimit(.minutes(15))) struct TestClockTests {
    private let clock = TestClock()

    @Test func `A task wakes when the clock has been advanced to its deadline, and not before`() async throws {
        let clock = clock
        let awake = Locked(false)
        let task = Task {
            try await clock.sleep(for: .seconds(5))
            awake.withLock { $0 = true }
        }
        await clock.sleepers(1)
        await clock.advance(by: .seconds(4))
        #expect(awake.withLock { $0 } == false)
        await clock.advance(by: .seconds(1))
        try await task.value
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `Tasks wake in the order of their deadlines`() async throws {
        let clock = clock
        let order = Locked<[Int]>([])
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                order.withLock { $0.append(seconds) }
            }
        }
        await clock.sleepers(3)
        for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
        for task in tasks { try await task.value }
        #expect(order.withLock { $0 } == [1, 2, 3])
    }

    @Test func `Tasks that advance it at once advance it by the sum`() async {
        let clock = clock
        await withTaskGroup { group in
            for _ in 0..<10 { group.addTask { await clock.advance(by: .seconds(1)) } }
        }
        #expect(clock.now.offset == .seconds(10))
        await clock.advance(by: .seconds(1))
        #expect(clock.now.offset == .seconds(11))
    }

    @Test func `A cancelled task wakes at once, with the error`() async {
        let clock = clock
        let task = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let second = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    @Test func `A cancelled task waits for no sleepers`() async {
        let clock = clock
        let task = Task { await clock.sleepers(1) }
        await Task.yield()
        task.cancel()
        await task.value
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await clock.sleepers(1)
        }.value
    }

    @Test func `Running goes on until nobody sleeps`() async throws {
        let clock = clock
        let task = Task {
            for _ in 0..<10 { try await clock.sleep(for: .seconds(1)) }
        }
        await clock.sleepers(1)
        await clock.run()
        try await task.value
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func `A deadline that has passed is no sleep`() async throws {
        await clock.advance(by: .seconds(5))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(5)), tolerance: nil)
        #expect(clock.now.duration(to: TestClock.Instant(offset: .seconds(7))) == .seconds(2))
    }

    @Test func `It is what a feature sleeps on`() async throws {
        let clock = clock
        try await withDependencies {
            $0.continuousClock = clock
        } operation: {
            let task = Task {
                @Dependency(\.continuousClock) var clock
                try await clock.sleep(for: .seconds(60))
            }
            await clock.sleepers(1)
            await clock.advance(by: .seconds(60))
            try await task.value
        }
    }
}
