internal import Depot
internal import Dispatch

extension StoredReference {
    func write(_ body: (inout Value) -> Bool) {
        let thread = WaitRing.currentThread()
        var value = begin(thread)
        guard body(&value) else { return abandon() }
        commit(value)
    }

    /// Waits for the turn to write, and takes the value.
    private func begin(_ thread: WaitRing.Thread) -> Value {
        if let value = state.withLock({ $0.turn.take(thread) ? $0.value : nil }) { return value }
        return wait(thread)
    }

    @inline(never)
    private func wait(_ thread: WaitRing.Thread) -> Value {
        while true {
            let semaphore = DispatchSemaphore(value: 0)
            let (value, isNested): (Value?, Bool) = state.withLock { state in
                if state.turn.isHeld(by: thread) { return (nil, true) }
                if state.turn.take(thread) { return (state.value, false) }
                state.turn.queue(semaphore)
                return (nil, false)
            }
            if isNested { fatalError(SharedError.nestedWrite(Value.self)) }
            if let value { return value }
            if let cycle = WaitRing.shared.wait(thread, for: self) { fatalError(SharedError.writeCycle(cycle)) }
            semaphore.wait()
            WaitRing.shared.stopWaiting(thread)
        }
    }

    /// Ends a write that threw: nothing has happened.
    private func abandon() {
        let next = state.withLock { $0.turn.release() }
        next?.signal()
    }

    /// Ends a write: the value counts, and whoever has to know is told, outside the lock.
    private func commit(_ value: Value) {
        let isSaved = saver != nil
        let done = state.withLock { state in
            let next = state.turn.release()
            let change = state.change(to: value)
            if isSaved { state.unsaved = state.version }
            return Committed(change: change, next: next, startsSaving: isSaved && state.beginSaving())
        }
        done.next?.signal()
        if done.startsSaving { saveAll() }
        tell(done.change)
    }

    /// Tells observers of a change; they see the new value already.
    func tell(_ change: Change) {
        if !change.sinks.isEmpty { for sink in change.sinks { sink.wake() } }
        if !change.parts.isEmpty {
            for (part, hasChanged) in change.parts where hasChanged(change.before, change.after) { observed.changed(part) }
        }
        observed.changed()
    }

    /// What has to be done about a change, outside the lock.
    struct Change: Sendable {
        let before: Value
        let after: Value
        let parts: [Part: @Sendable (Value, Value) -> Bool]
        let sinks: [any Sink<Value>]
    }

    private struct Committed: Sendable {
        let change: Change
        let next: DispatchSemaphore?
        let startsSaving: Bool
    }
}

extension StoredReference.State {
    /// Sets the value, and puts it into every sink, in order.
    mutating func change(to new: Value) -> StoredReference<Value>.Change {
        let before = value
        value = new
        version += 1
        if !sinks.isEmpty { for sink in sinks { sink.push { new } } }
        return StoredReference<Value>.Change(before: before, after: new, parts: parts, sinks: sinks)
    }
}

extension StoredReference: WaitedFor {
    var writer: WaitRing.Thread? { state.withLock { $0.turn.writer } }
    var writtenType: Any.Type { Value.self }
}
