extension Origin {
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

    /// That of a resolve that is part of no run that notes it, in the context in effect, where no async factory runs.
    init(outside thread: UnsafeMutablePointer<ThreadState>) {
        let bound = Context.wasEverBound ? Context.bound : .nothing
        top = thread.pointee.top
        explicit = nil
        task = nil
        self.bound = bound.unretained
    }
}
