/// When a file is written: decisions only.
///
/// The first write goes out at once. Then the file rests for a second, and what is written meanwhile goes out after that, the
/// newest value only. What somebody waits for does not wait for the rest. A value that could not be written waits for the
/// next rest to end, which is longer each time, up to about a minute; a newer value does not, and rests for a second. From
/// its submission until it is in the file a value is the ``newest`` one.
struct WriteSchedule<Payload: AnyObject & Sendable>: Sendable {
    /// The newest value that is not being written yet.
    private(set) var pending: Payload?
    /// The value that is being written.
    private(set) var writing: Payload?
    /// The rest that counts; a longer one that it was begun in the place of ends without a meaning.
    private(set) var rest: Rest?
    private var rests = 0
    private var isUrgent = false
    private var failures = 0

    /// For how long the file rests.
    struct Rest: Sendable, Equatable {
        let number: Int
        let seconds: Int
    }

    /// What the caller has to do, outside the lock: what has to be written now, and the rest that begins now, if one does.
    typealias Effects = (write: Payload?, rest: Rest?)

    /// The newest value that is not in the file yet.
    var newest: Payload? { pending ?? writing }

    /// Whether nothing is under way or to come.
    var isIdle: Bool { newest == nil }

    /// A value is to be saved, in place of any that waits.
    mutating func submit(_ payload: Payload, isUrgent: Bool) -> Effects {
        pending = payload
        if isUrgent { self.isUrgent = true }
        if let write = next() { return (write, nil) }
        return (nil, rest == nil ? nil : beginRest(of: 1))
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
        guard isWritten else { return (next(), nil) }
        let isRetry = failed != nil && pending == nil
        if isRetry { pending = failed }
        let rest = beginRest(of: isRetry ? 1 << (failures - 1) : 1)
        return (next(), rest)
    }

    /// A rest is over.
    mutating func wake(from rest: Int) -> Effects {
        if rest != self.rest?.number { return (nil, nil) }
        self.rest = nil
        return (next(), nil)
    }

    /// Rests, unless it does so for no longer already.
    private mutating func beginRest(of seconds: Int) -> Rest? {
        if let rest, rest.seconds <= seconds { return nil }
        rests += 1
        rest = Rest(number: rests, seconds: seconds)
        return rest
    }

    private mutating func next() -> Payload? {
        guard writing == nil, rest == nil || isUrgent, let payload = pending else { return nil }
        pending = nil
        isUrgent = false
        writing = payload
        return payload
    }
}
