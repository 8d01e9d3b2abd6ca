import Depot

/// Runs async code on the thread that waits for it.
final class HereExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])
    private let gate = Gate()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        gate.open()
    }

    /// Runs an operation on the calling thread.
    static func run(_ operation: @escaping @Sendable () async -> Void) {
        let executor = HereExecutor()
        let isDone = Locked(false)
        Task(executorPreference: executor) {
            await operation()
            isDone.withLock { $0 = true }
            executor.gate.open()
        }
        while !isDone.withLock({ $0 }) {
            executor.gate.pass()
            let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }
}
