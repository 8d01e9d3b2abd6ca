internal import Dispatch

/// Whose turn it is to write a value: one thread's, while others wait in line.
struct WriteTurn {
    private(set) var writer: WaitRing.Thread?
    private var waiting: [DispatchSemaphore] = []

    /// Takes the turn, if it is nobody's.
    mutating func take(_ thread: WaitRing.Thread) -> Bool {
        guard writer == nil else { return false }
        writer = thread
        return true
    }

    func isHeld(by thread: WaitRing.Thread) -> Bool { writer == thread }

    /// Puts a waiting thread into the line.
    mutating func queue(_ semaphore: DispatchSemaphore) { waiting.append(semaphore) }

    /// Gives the turn back; the first in line is to be woken, and tries again.
    mutating func release() -> DispatchSemaphore? {
        writer = nil
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
