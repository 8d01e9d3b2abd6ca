/// When a file is written: decisions only.
///
/// The first write goes out at once. Then the file rests for a second, and what is written meanwhile goes out after that, the
/// newest value only. What somebody waits for does not wait for the rest. A value that could not be written waits for the
/// next rest to end, which is longer each time, up to about a minute. From its submission until it is in the file a value is
/// the ``newest`` one.
struct WriteSchedule<Payload: AnyObject & Sendable>: Sendable {
    /// The newest value that is not being written yet.
    private(set) var pending: Payload?
    /// The value that is being written.
    private(set) var writing: Payload?
    private(set) var isResting = false
    private var isUrgent = false
    private var failures = 0

    /// What the caller has to do, outside the lock: what has to be written now, and for how many seconds the file rests from now on, if a
    /// rest begins.
    typealias Effects = (write: Payload?, rest: Int?)

    /// The newest value that is not in the file yet.
    var newest: Payload? { pending ?? writing }

    /// Whether nothing is under way or to come.
    var isIdle: Bool { newest == nil }

    /// A value is to be saved, in place of any that waits.
    mutating func submit(_ payload: Payload, isUrgent: Bool) -> Effects {
        pending = payload
        if isUrgent { self.isUrgent = true }
        return (next(), nil)
    }

    /// Changes the value that waits, if there is one.
    mutating func changePending(_ body: (Payload) -> Payload) { pending = pending.map(body) }

    /// A write has ended.
    ///
    /// - Parameters:
    ///   - failed: The value if it could not be written; it waits again, unless there is a newer one.
    ///   - isWritten: Whether the file was written, or this failed; where nothing was to be done, no rest begins.
    /// - Returns: What comes next.
    mutating func finish(failed: Payload?, isWritten: Bool = true) -> Effects {
        writing = nil
        failures = failed == nil ? 0 : min(failures + 1, 7)
        if let failed, pending == nil { pending = failed }
        guard isWritten else { return (next(), nil) }
        let rest = isResting ? nil : 1 << max(failures - 1, 0)
        isResting = true
        return (next(), rest)
    }

    /// The rest is over.
    mutating func wake() -> Effects {
        isResting = false
        return (next(), nil)
    }

    private mutating func next() -> Payload? {
        guard writing == nil, !isResting || isUrgent, let payload = pending else { return nil }
        pending = nil
        isUrgent = false
        writing = payload
        return payload
    }
}
