import Synchronization

/// Whether a resolve may be answered without the lock.
///
/// That depends on the calling thread and task alone: on the runs they are in, and on the overrides in effect for them. Nothing that happens
/// elsewhere changes the answer.
extension Container {
    /// Whether no run has to note this resolve, nobody observes it, and no override of this container is in effect.
    @usableFromInline
    func mayReadHere(_ build: Build?) -> Bool { mayRead(on: ThreadState.known, build) }

    /// The same for a caller that has the thread's state; a thread without one runs no factory.
    func mayRead(on thread: UnsafeMutablePointer<ThreadState>?, _ build: Build?) -> Bool {
        if let thread, thread.pointee.notes { return false }
        if let build, !build.isFinished { return false }
        return core.hasNoMatters || mayReadInTask
    }

    /// Whether nobody observes, and the running task has no override of this container and runs no async factory.
    ///
    /// Not inlined: reading a task-local costs several times as much as the rest.
    @inline(never)
    private var mayReadInTask: Bool {
        if core.isObserved { return false }
        let (mayBeOverridden, runsAsync) = (core.mayBeOverridden, core.runsAsync)
        guard mayBeOverridden || runsAsync else { return true }
        let bound = Context.bound
        if runsAsync, bound.unretained.runningFactory != nil { return false }
        return !mayBeOverridden || bound.overrides(for: core).isEmpty
    }
}

extension ThreadState {
    /// Whether a run on this thread notes what it resolves; an unseen run is materialized for that first.
    var notes: Bool { isUnseen || top?.pointee.build != nil }
}

extension Core {
    /// Whether nothing in the family requires a reader to look at its task.
    var hasNoMatters: Bool { unretainedFamily._withUnsafeGuaranteedRef { $0.matters.load(ordering: .relaxed) == 0 } }
}
