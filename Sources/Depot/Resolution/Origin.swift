import Synchronization

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

    /// - Parameters:
    ///   - thread: The running thread's state; nil in async code.
    ///   - explicit: The build of the resolver that was used.
    ///   - core: The container the caller resolves from.
    init(thread: UnsafeMutablePointer<ThreadState>?, explicit: Build?, in core: Core) {
        if let thread, thread.pointee.isUnseen { ThreadState.showRun(on: thread) }
        top = thread?.pointee.top
        self.explicit = explicit
        let runsAsync = core.runsAsync
        let bound = Context.wasEverBound || runsAsync ? Context.bound : .nothing
        self.bound = bound.unretained
        guard top == nil, explicit == nil, runsAsync, let build = bound.build,
            build.taskID == Origin.currentTaskID
        else {
            task = nil
            return
        }
        task = build
    }

    /// That of a resolver: for those who make nothing.
    ///
    /// - Parameters:
    ///   - thread: The running thread.
    ///   - build: The run that asks.
    ///   - bound: What is bound to the task, where that matters; the caller keeps it.
    init(thread: UnsafeMutablePointer<ThreadState>, resolver build: Build, bound: Bound) {
        if thread.pointee.isUnseen { ThreadState.showRun(on: thread) }
        top = thread.pointee.top
        explicit = build
        task = nil
        self.bound = bound.unretained
    }

    /// That of a resolve that is part of no other, in the context in effect.
    static var outside: Origin { Origin(bound: Context.wasEverBound ? Context.bound : .nothing) }

    private init(bound: Bound) {
        top = nil
        explicit = nil
        task = nil
        self.bound = bound.unretained
    }

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

    /// The build of the handle or resolver that asked in the first place, also for what is made on the way from there.
    var asker: Build? {
        guard let top, explicit?.nearestShared == nil else { return explicit }
        return Frame.outermost(of: top).pointee.base?.takeUnretainedValue()
    }

    /// The runs on this thread inside the innermost recorded one, the outermost first.
    var between: [Registration] {
        if top == nil { return [] }
        var runs: [Registration] = []
        var frame = top
        while let now = frame, !now.pointee.isRecorded {
            runs.append(now.pointee.registration.takeUnretainedValue())
            frame = now.pointee.previous
        }
        return runs.reversed()
    }

    /// The `.graph` instances of the outermost resolve, where that is not a build of its own.
    func knownGraph(_ build: Build?) -> GraphInstances? {
        build == nil && top != nil ? graph(nil) : nil
    }

    /// The `.graph` instances of the outermost resolve; made where there are none yet.
    func graph(_ build: Build?) -> GraphInstances {
        if let build { return build.graph }
        guard let top else { return GraphInstances() }
        let outermost = Frame.outermost(of: top)
        if let graph = outermost.pointee.graph { return graph }
        let graph = GraphInstances()
        outermost.pointee.graph = graph
        return graph
    }

    /// The way here, the outermost first.
    ///
    /// Takes no lock: a build's path never changes.
    var path: [Registration] {
        guard let top else { return (explicit ?? task)?.path ?? [] }
        var runs: [Registration] = []
        var frame: UnsafeMutablePointer<Frame>? = top
        var last = top
        while let now = frame {
            runs.append(now.pointee.registration.takeUnretainedValue())
            last = now
            frame = now.pointee.previous
        }
        return (last.pointee.base?.takeUnretainedValue().path ?? []) + runs.reversed()
    }

    /// Whether a registration is running on the way here.
    func isInside(_ registration: Registration) -> Bool {
        Origin.isInside(registration, top: top, base: explicit ?? task)
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
