internal import Depot
internal import Dispatch

/// Whose turn it is to write a value: one thread's, while others wait in line.
struct WriteTurn {
    private(set) var writer: CurrentThread.ID?
    private var waiting: [DispatchSemaphore] = []

    /// Takes the turn, if it is nobody's.
    mutating func take(_ thread: CurrentThread.ID) -> Bool {
        guard writer == nil else { return false }
        writer = thread
        return true
    }

    /// What a thread that could not take the turn at once does next.
    enum Step: Sendable {
        case taken, nested, queued
    }

    /// Takes the turn, or puts the thread into the line, to be woken by the semaphore.
    mutating func step(_ thread: CurrentThread.ID, _ semaphore: DispatchSemaphore) -> Step {
        if writer == thread { return .nested }
        if take(thread) { return .taken }
        waiting.append(semaphore)
        return .queued
    }

    /// Gives the turn back; the first in line is to be woken, and tries again.
    mutating func release() -> DispatchSemaphore? {
        writer = nil
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
