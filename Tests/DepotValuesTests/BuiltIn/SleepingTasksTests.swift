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
            #expect(tasks.watch(for: 0, watcher)?.watchers.count == 1)
            watcher.resume()
        }
    }
}
