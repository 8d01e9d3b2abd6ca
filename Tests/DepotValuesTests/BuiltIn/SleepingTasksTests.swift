import Testing

@testable import DepotValues

@Suite struct SleepingTasksTests {
    @Test func `A cancellation that comes before the sleep is kept for it`() async {
        await #expect(throws: CancellationError.self) {
            try await withUnsafeThrowingContinuation { continuation in
                var tasks = SleepingTasks()
                let id = tasks.newID()
                #expect(tasks.cancel(id)?.watchers.count == nil)
                tasks.sleep(id, until: TestClock.Instant(offset: .seconds(1)), continuation)?.run()
            }
        }
    }

    @Test func `Whoever watches is woken when enough sleep`() async {
        await withUnsafeContinuation { watcher in
            var tasks = SleepingTasks()
            #expect(tasks.watch(1, for: 0, watcher)?.watchers.count == 1)
            watcher.resume()
        }
    }

    @Test func `Where nobody is to be woken any more the clock shows its limit in the same step`() async throws {
        try await withUnsafeThrowingContinuation { continuation in
            var tasks = SleepingTasks()
            let limit = TestClock.Instant(offset: .seconds(5))
            #expect(tasks.next(upTo: limit)?.sleeper == nil)
            // One who comes now would sleep on a clock that shows its deadline.
            tasks.sleep(1, until: limit, continuation)?.run()
        }
    }
}
