internal import Depot
internal import Dispatch

extension StoredReference {
    func write(_ body: (inout Value) -> Bool) {
        let thread = WaitRing.currentThread()
        if !control.withLock({ $0.turn.take(thread) }) { wait(thread) }
        var new = current
        if body(&new) { commit(new) } else { abandon() }
    }

    /// Waits for the turn to write.
    @inline(never)
    private func wait(_ thread: WaitRing.Thread) {
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            let step: WriteTurn.Step = control.withLock { $0.turn.step(thread, semaphore) }
            switch step {
            case .taken: return
            case .nested: fatalError(SharedError.nestedWrite(Value.self))
            case .queued:
                if let cycle = WaitRing.shared.wait(thread, for: self) { fatalError(SharedError.writeCycle(cycle)) }
                semaphore.wait()
                WaitRing.shared.stopWaiting(thread)
            }
        }
    }

    /// Ends a write that threw: nothing has happened.
    private func abandon() {
        let next = control.withLock { $0.turn.release() }
        next?.signal()
    }

    /// Ends a write: the value counts, and whoever has to know is told, outside the lock.
    private func commit(_ new: Value) {
        let isSaved = saver != nil
        var before = new
        let done = control.withLock { control in
            replace(&before, &control)
            let next = control.turn.release()
            if isSaved {
                control.order.noteNews()
                control.unsaved = control.version
                if control.kept == nil { control.kept = self }
            }
            return Committed(next: next, startsSaving: isSaved && control.saving.begin(), isFollowed: control.isFollowed)
        }
        done.next?.signal()
        if done.startsSaving { saveAll() }
        if done.isFollowed { tellFollowers() }
        observed.changed()
    }

    /// Sets the value, leaves the one before in its place, and puts it into every sink, in order; under the lock.
    func replace(_ new: inout Value, _ control: inout Control) {
        swap(&value, &new)
        control.version += 1
        if control.isFollowed {
            let value = value
            for sink in sinks { sink.push { value } }
            noteChange(from: new)
        }
    }
}

/// What has to be done after a write, outside the lock.
private struct Committed: Sendable {
    let next: DispatchSemaphore?
    let startsSaving: Bool
    let isFollowed: Bool
}

extension StoredReference: WaitedFor {
    var writer: WaitRing.Thread? { control.withLock { $0.turn.writer } }
    var writtenType: Any.Type { Value.self }
}
