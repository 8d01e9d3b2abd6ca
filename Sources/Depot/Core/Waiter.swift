/// Someone who waits for a build: a thread, or a task.
///
/// An object, because a list of continuations, whose type belongs to another library, is copied by what that type says at run time.
final class Waiter {
    /// Tells those who wait for one build apart.
    let ticket: Int
    /// Whether it is the task that has claimed the run: it gets what that makes, for whichever override.
    let isMaker: Bool
    private let signal: Signal?
    private let continuation: CheckedContinuation<Void, Never>?

    /// A thread.
    init(_ signal: Signal, ticket: Int) {
        self.signal = signal
        continuation = nil
        self.ticket = ticket
        isMaker = false
    }

    /// A task.
    init(_ continuation: CheckedContinuation<Void, Never>, ticket: Int, isMaker: Bool) {
        self.continuation = continuation
        self.ticket = ticket
        self.isMaker = isMaker
        signal = nil
    }

    /// Wakes the waiter.
    ///
    /// Called outside the lock.
    func wake() {
        signal?.fire()
        continuation?.resume()
    }
}
