extension Origin {
    init(thread: UnsafeMutablePointer<ThreadState>?, explicit: Build?) {
        if let thread, thread.pointee.isUnseen { ThreadState.showRun(on: thread) }
        top = thread?.pointee.top
        self.explicit = explicit
        let runsAsync = Family.runsAsync
        let bound = Context.wasEverBound || runsAsync ? Context.bound : .nothing
        self.bound = bound.unretained
        // A resolver whose run has ended may be asked in the run of another.
        guard top == nil, runsAsync, explicit?.isFinished ?? true, let build = bound.build, build.taskID == Origin.currentTaskID else {
            task = nil
            return
        }
        task = build
    }
}
