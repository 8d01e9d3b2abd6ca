internal import Depot
internal import Dispatch

/// Which thread hands the value of a reference to its store: one thread at a time, always the newest; decisions only.
struct SaveTurn {
    /// Whether a thread has the turn.
    private(set) var isTaken = false
    /// The thread that has it, while the store is called.
    private(set) var thread: CurrentThread.ID?
    /// Whether there is something that has not been handed over.
    private var isDue = false
    /// The newest version that has been handed over.
    private var handedOver = 0
    private var waiting: [DispatchSemaphore] = []

    /// There is something to save; true if the caller has to do it.
    mutating func begin() -> Bool {
        isDue = true
        return take()
    }

    /// Takes the turn, if it is free.
    mutating func take() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// The next value is to be handed over; false, and the end of the turn, if there is none.
    mutating func next(_ thread: CurrentThread.ID) -> Bool {
        isTaken = isDue
        self.thread = isDue ? thread : nil
        defer { isDue = false }
        return isDue
    }

    /// The store has been given a version.
    ///
    /// - Returns: The waiters, to be woken.
    mutating func handedOver(_ version: Int) -> [DispatchSemaphore] {
        handedOver = max(handedOver, version)
        thread = nil
        defer { waiting = [] }
        return waiting
    }

    /// The thread has done enough for others.
    mutating func pause() { isTaken = false }

    /// What a thread does that is about to exit.
    enum Step: Sendable {
        /// The version has been handed over.
        case done
        /// It has the turn now.
        case save
        /// It is inside the store already, further up.
        case nested
        case wait
    }

    /// What to do for a version to be handed over before the process exits.
    mutating func step(to version: Int, _ thread: CurrentThread.ID, _ semaphore: DispatchSemaphore) -> Step {
        if handedOver >= version { return .done }
        if self.thread == thread { return .nested }
        if take() { return .save }
        waiting.append(semaphore)
        return .wait
    }
}
