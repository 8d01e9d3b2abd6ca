/// Who sleeps on a ``TestClock``, and until when: decisions only, what to resume is returned.
struct SleepingTasks {
    private(set) var now = TestClock.Instant(offset: .zero)
    private var tasks: [Int: Sleeper] = [:]
    private var cancelled: Set<Int> = []
    private var watchers: [(count: Int, continuation: UnsafeContinuation<Void, Never>)] = []
    private var lastID = 0

    private struct Sleeper {
        let deadline: TestClock.Instant
        let continuation: UnsafeContinuation<Void, any Error>
    }

    /// Whom to resume, outside the lock.
    struct Wake: Sendable {
        var sleeper: (UnsafeContinuation<Void, any Error>, isCancelled: Bool)?
        var watchers: [UnsafeContinuation<Void, Never>] = []

        func run() {
            for watcher in watchers { watcher.resume() }
            guard let (continuation, isCancelled) = sleeper else { return }
            if isCancelled { continuation.resume(throwing: CancellationError()) } else { continuation.resume() }
        }
    }
}

extension SleepingTasks {
    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func sleep(
        _ id: Int, until deadline: TestClock.Instant, _ continuation: UnsafeContinuation<Void, any Error>
    ) -> Wake? {
        if cancelled.remove(id) != nil { return Wake(sleeper: (continuation, isCancelled: true)) }
        if deadline <= now { return Wake(sleeper: (continuation, isCancelled: false)) }
        tasks[id] = Sleeper(deadline: deadline, continuation: continuation)
        let ready = watchers.filter { $0.count <= tasks.count }
        watchers.removeAll { $0.count <= tasks.count }
        return Wake(watchers: ready.map(\.continuation))
    }

    mutating func cancel(_ id: Int) -> Wake? {
        if let task = tasks.removeValue(forKey: id) { return Wake(sleeper: (task.continuation, isCancelled: true)) }
        cancelled.insert(id)
        return nil
    }

    /// A task is awake, and a cancellation that came after that is of no interest.
    mutating func forget(_ id: Int) { cancelled.remove(id) }

    mutating func watch(for count: Int, _ continuation: UnsafeContinuation<Void, Never>) -> Wake? {
        if tasks.count >= count { return Wake(watchers: [continuation]) }
        watchers.append((count, continuation))
        return nil
    }

    /// Sets the time to that of the first deadline, at most `limit`, and takes its sleeper out.
    mutating func next(upTo limit: TestClock.Instant?) -> Wake? {
        let first = tasks.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        guard let (id, task) = first, limit.map({ task.deadline <= $0 }) ?? true else { return nil }
        tasks[id] = nil
        now = max(now, task.deadline)
        return Wake(sleeper: (task.continuation, isCancelled: false))
    }

    mutating func show(_ instant: TestClock.Instant) { now = max(now, instant) }
}
