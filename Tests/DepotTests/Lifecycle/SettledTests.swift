import Depot
import Testing

/// What has gone when `settled()` says that the disposals are over.
@Suite struct SettledTests {
    @Test func `C6 S5 what was disposed is released before a caller that waits for that goes on`() async {
        let (follower, mayEnd, container) = (Follower<Slow>(), AsyncGate(), Container())
        container.register(Slow.self, .singleton) { _ in follower.follow(Slow(mayEnd)) }
        _ = container.resolve(Slow.self)
        container.register(Slow.self, .singleton) { _ in Slow(mayEnd) }
        let executor = Noting { follower.isGone }
        let task = Task(executorPreference: executor) { await container.settled() }
        // Now it waits.
        executor.hasRun.pass()
        #expect(executor.noted.withLock { $0 } == [false])
        mayEnd.open()
        await task.value
        #expect(executor.noted.withLock { $0 } == [false, true])
    }
}

/// Takes its time to be disposed.
private final class Slow: Disposable, Sendable {
    private let mayEnd: AsyncGate

    init(_ mayEnd: AsyncGate) {
        self.mayEnd = mayEnd
    }

    func dispose() async { await mayEnd.pass() }
}

/// Notes a fact whenever a task can go on, on the thread that lets it.
private final class Noting: TaskExecutor {
    let noted = Locked<[Bool]>([])
    let hasRun = Gate()
    private let fact: @Sendable () -> Bool

    init(_ fact: @escaping @Sendable () -> Bool) {
        self.fact = fact
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, fact) = (UnownedJob(job), fact())
        noted.withLock { $0.append(fact) }
        let thread = startThread {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.hasRun.open()
        }
        detach(thread)
    }
}
