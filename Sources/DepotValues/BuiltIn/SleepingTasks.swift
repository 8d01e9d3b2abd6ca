/// Who sleeps on a ``TestClock``, and until when: decisions only, what to resume is returned.
struct SleepingTasks {
    private(set) var now = TestClock.Instant(offset: .zero)
    /// How far it is being advanced by durations, or was.
    private var goal = TestClock.Instant(offset: .zero)
    /// In the order in which they wake.
    private var tasks: [Sleeper] = []
    private var cancelled: [Int] = []
    private var watchers: [(id: Int, count: Int, continuation: UnsafeContinuation<Void, Never>)] = []
    private var lastID = 0

    private struct Sleeper {
        let id: Int
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
        if cancelled.contains(id) { return Wake(sleeper: (continuation, isCancelled: true)) }
        if deadline <= now { return Wake(sleeper: (continuation, isCancelled: false)) }
        let place = tasks.firstIndex { ($0.deadline, $0.id) > (deadline, id) } ?? tasks.endIndex
        tasks.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: place)
        let ready = watchers.filter { $0.count <= tasks.count }
        watchers.removeAll { $0.count <= tasks.count }
        return Wake(watchers: ready.map(\.continuation))
    }

    mutating func cancel(_ id: Int) -> Wake? {
        if let index = tasks.firstIndex(where: { $0.id == id }) {
            return Wake(sleeper: (tasks.remove(at: index).continuation, isCancelled: true))
        }
        if let index = watchers.firstIndex(where: { $0.id == id }) { return Wake(watchers: [watchers.remove(at: index).continuation]) }
        cancelled.append(id)
        return nil
    }

    /// A task is awake, and a cancellation that came after that is of no interest.
    mutating func forget(_ id: Int) { cancelled.removeAll { $0 == id } }

    mutating func watch(_ id: Int, for count: Int, _ continuation: UnsafeContinuation<Void, Never>) -> Wake? {
        if tasks.count >= count || cancelled.contains(id) { return Wake(watchers: [continuation]) }
        watchers.append((id, count, continuation))
        return nil
    }

    /// Where a duration from now leads, or from where the clock is being advanced to: what several tasks advance it by adds up.
    mutating func goal(after duration: Duration) -> TestClock.Instant {
        goal = max(goal, now).advanced(by: duration)
        return goal
    }

    /// Sets the time to that of the first deadline, at most `limit`, and takes its sleeper out; to `limit` where there is none.
    mutating func next(upTo limit: TestClock.Instant?) -> Wake? {
        guard let task = tasks.first, limit.map({ task.deadline <= $0 }) ?? true else {
            now = max(now, limit ?? now)
            return nil
        }
        tasks.removeFirst()
        now = max(now, task.deadline)
        return Wake(sleeper: (task.continuation, isCancelled: false))
    }
}
