/// Someone who waits for a build: a thread, or a task.
///
/// An object, because a list of continuations, whose type belongs to another library, is copied by what that type says at run time.
final class Waiter: Sendable {
    /// Tells the tasks that wait for one build apart; nil for a thread.
    let ticket: Int?
    private let signal: Signal?
    private let continuation: CheckedContinuation<Void, Never>?

    /// A thread.
    init(_ signal: Signal) {
        self.signal = signal
        continuation = nil
        ticket = nil
    }

    /// A task.
    init(_ continuation: CheckedContinuation<Void, Never>, ticket: Int) {
        self.continuation = continuation
        self.ticket = ticket
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
