import Synchronization

/// Whether a reader may do without the lock: that is a question to its own thread and its own task, and nothing that happens elsewhere changes
/// the answer.
extension Container {
    /// Whether what is asked for here need not be noted by a run, and this container answers itself.
    ///
    /// - Parameter build: The run whose resolver asks; nil for the app's own code.
    /// - Returns: Whether the lock need not be asked.
    @usableFromInline
    func mayReadHere(_ build: Build?) -> Bool {
        guard let thread = ThreadState.known else { return mayRead(in: build) }
        return !thread.pointee.notes && mayRead(in: build)
    }

    /// The same, for who has the thread's state already.
    func mayRead(on thread: UnsafeMutablePointer<ThreadState>, _ build: Build?) -> Bool {
        !thread.pointee.notes && mayRead(in: build)
    }

    private func mayRead(in build: Build?) -> Bool {
        if let build, !build.isFinished { return false }
        return core.hasNoMatters || mayReadInTask
    }

    /// Whether no one observes, and the task is in no override of this container and runs no async factory.
    @inline(never)
    private var mayReadInTask: Bool {
        if core.isObserved { return false }
        let (mayBeOverridden, runsAsync) = (core.mayBeOverridden, core.runsAsync)
        guard mayBeOverridden || runsAsync else { return true }
        let bound = Context.bound
        if runsAsync, let build = bound.build, build.taskID == Origin.currentTaskID { return false }
        return !mayBeOverridden || bound.overrides(for: core).isEmpty
    }
}

extension ThreadState {
    /// Whether a run on this thread notes what is resolved, or would, were it seen.
    var notes: Bool { isUnseen || top?.pointee.build != nil }
}

extension Core {
    /// Whether there is nothing that a reader has to ask its task about.
    var hasNoMatters: Bool { Unmanaged.passUnretained(family)._withUnsafeGuaranteedRef { $0.matters.load(ordering: .relaxed) == 0 } }
}
