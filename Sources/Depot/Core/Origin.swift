/// Where a resolve comes from: what it is certain to be part of.
struct Origin {
    /// The innermost synchronous factory that runs on this thread.
    let top: UnsafeMutablePointer<Frame>?
    /// The build of the resolver that was used.
    let explicit: Build?
    /// The async factory that runs in this very task.
    let task: Build?
    /// What is bound to the task, which keeps it for as long as the resolve runs.
    let bound: Bound.Unretained
    /// The `.graph` instances of the resolve from outside that this is one of several for, as of a collection.
    var shared: GraphInstances?

    /// What tells the running task from others.
    static var currentTaskID: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// The same where the lock is not held: what runs on this thread or in this task cannot end meanwhile.
    var recorded: Build? { top.map { $0.pointee.build?.takeUnretainedValue() } ?? task }

    /// The innermost recorded run that the resolve is part of.
    ///
    /// Under the lock.
    var build: Build? {
        if let top { return top.pointee.build?.takeUnretainedValue() }
        if let explicit, !explicit.isFinished { return explicit }
        if let task, !task.isFinished { return task }
        return nil
    }

    /// The run that notes what is resolved: the one that it is part of, or else the async factory that has started this task.
    ///
    /// What that makes may be made from it, as where it awaits the task, or may not. So it is noted, which costs at most that the instance is made
    /// anew; but it is neither a cycle nor a captive, which would be errors.
    ///
    /// Under the lock, or where nobody else's resolver asks.
    var noting: Build? { noting(inside: build) }

    /// The same for a caller that knows what the resolve is part of, and whether what it gives lives in a scope: that is not the factory's to keep.
    func noting(inside enclosing: Build?, isScoped: Bool = false) -> Build? { enclosing ?? (isScoped ? nil : bound.runningFactory) }

    /// The build of the handle or resolver that asked in the first place, also for what is made on the way from there.
    var asker: Build? {
        guard let top, explicit?.nearestShared == nil else { return explicit }
        return Frame.outermost(of: top).pointee.base?.takeUnretainedValue()
    }

    /// The synchronous run that is under way on another thread and whose resolver asks here.
    ///
    /// Under the lock.
    var askerElsewhere: Build? {
        guard let explicit, !explicit.isShared, explicit.taskID == nil, !explicit.isFinished else { return nil }
        let own = Unmanaged.passUnretained(explicit).toOpaque()
        return Frame.chain(from: top).contains { $0.pointee.build?.toOpaque() == own } ? nil : explicit
    }

    /// The runs on this thread inside the innermost recorded one, the outermost first.
    var between: [Registration] { Frame.unrecorded(from: top) }

    /// The `.graph` instances of the outermost resolve, where that is not a build of its own.
    func knownGraph(_ build: Build?) -> GraphInstances? {
        build == nil && (top != nil || shared != nil) ? graph(nil) : nil
    }

    /// The `.graph` instances of the outermost resolve; made where there are none yet.
    @inline(never)
    func graph(_ build: Build?) -> GraphInstances {
        if let build { return build.graph }
        return shared ?? top.map { Frame.graph(of: $0) } ?? GraphInstances()
    }

    /// The way here, the outermost first.
    ///
    /// A run that has ended may have given up what it was part of.
    var path: [Registration] {
        guard let top else { return (task ?? explicit)?.path ?? [] }
        let runs = Frame.chain(from: top).map { $0.pointee.registration.takeUnretainedValue() }
        return (Frame.outermost(of: top).pointee.base?.takeUnretainedValue().path ?? []) + runs.reversed()
    }

    /// Whether it is a handle or a resolver of what has been made, outside of every factory: how that is made does not matter then.
    var isLate: Bool { top == nil && task == nil && explicit?.isFinished ?? false }

    /// Whether a registration is running on the way here.
    func isInside(_ registration: Registration) -> Bool {
        Origin.isInside(registration, top: top, base: task ?? explicit)
    }

    /// Whether a registration is running in a frame or in what the outermost frame is part of.
    static func isInside(_ registration: Registration, top: UnsafeMutablePointer<Frame>?, base: Build?) -> Bool {
        guard let top else { return base?.contains(registration) ?? false }
        let identity = Unmanaged.passUnretained(registration).toOpaque()
        var last = top
        while true {
            if last.pointee.registration.toOpaque() == identity { return true }
            guard let previous = last.pointee.previous else { break }
            last = previous
        }
        return last.pointee.base?._withUnsafeGuaranteedRef { $0.contains(registration) } ?? false
    }
}
