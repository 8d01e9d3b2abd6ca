/// When a file is written: decisions only.
///
/// The first write goes out at once. Then the file rests for a second, and what is written meanwhile goes out after that, the
/// newest value only. What somebody waits for does not wait for the rest.
struct WriteSchedule<Payload: Sendable>: Sendable {
    private var pending: Payload?
    private(set) var isWriting = false
    private var isResting = false
    private var isUrgent = false

    /// What the caller has to do, outside the lock.
    enum Action: Sendable {
        case nothing
        case write(Payload)
    }

    /// The newest value that is not being written yet.
    var newest: Payload? { pending }

    /// Whether nothing is under way or to come.
    var isIdle: Bool { pending == nil && !isWriting }

    /// A value is to be saved, in place of any that waits.
    mutating func submit(_ payload: Payload, isUrgent: Bool) -> Action {
        pending = payload
        if isUrgent { self.isUrgent = true }
        return next()
    }

    /// A write has ended; true if the file has to be woken from its rest later.
    mutating func finish() -> (Action, startsRest: Bool) {
        isWriting = false
        let startsRest = !isResting
        isResting = true
        return (next(), startsRest)
    }

    /// The rest is over.
    mutating func wake() -> Action {
        isResting = false
        return next()
    }

    /// The process exits: whatever waits goes out.
    mutating func flush() -> Action {
        isUrgent = true
        return next()
    }

    private mutating func next() -> Action {
        guard !isWriting, !isResting || isUrgent, let payload = pending else { return .nothing }
        pending = nil
        isUrgent = false
        isWriting = true
        return .write(payload)
    }
}
