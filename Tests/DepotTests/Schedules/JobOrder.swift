import Depot

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs all async code of the process on one thread, job after job, in an order that a generator chooses.
///
/// So a task that suspends goes on at a random moment, the same one for the same seed. For a process of its own: the standard library has one
/// hook for all that is to run on no executor in particular.
enum JobOrder {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    private static let jobs = Locked<[UnownedJob]>([])
    private static let executor = Executor()

    private final class Executor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            JobOrder.jobs.withLock { $0.append(job) }
        }
    }

    /// Has nothing run elsewhere while a body runs.
    static func alone(_ body: () async -> Void) async {
        guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
            fatalError("This standard library has no such hook.")
        }
        let hook = symbol.assumingMemoryBound(to: Hook?.self)
        hook.pointee = { job, _ in JobOrder.jobs.withLock { $0.append(job) } }
        await body()
        hook.pointee = nil
    }

    /// Runs an operation, and all that it starts, on the calling thread.
    ///
    /// - Parameters:
    ///   - generator: What chooses who goes on; where there is none, who has waited longest.
    ///   - operation: What is run.
    /// - Returns: Whether it came to its end; if not, all wait for each other.
    static func run(_ generator: SplitMix64?, _ operation: @escaping @Sendable () async -> Void) -> Bool {
        var generator = generator
        let isDone = Locked(false)
        Task(executorPreference: executor) {
            await operation()
            isDone.withLock { $0 = true }
        }
        while true {
            let job = jobs.withLock { jobs -> UnownedJob? in
                if jobs.isEmpty { return nil }
                return jobs.remove(at: generator == nil ? 0 : Int.random(in: jobs.indices, using: &generator!))
            }
            guard let job else { return isDone.withLock { $0 } }
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }
}
