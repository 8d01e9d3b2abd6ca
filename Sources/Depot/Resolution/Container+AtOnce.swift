import Synchronization

/// Shared services that are found or made without what the general path carries along: outside of every run, as those of a request are, and
/// by a factory that is being run unseen. 8 c less than the general path, which decides the same by the same functions.
extension Container {
    /// The instance of a slot without arguments, found or made; nil to use the general path.
    @usableFromInline
    func sharedAtOnce(_ slot: Unmanaged<Slot>) throws(ResolutionError) -> Instance? {
        guard slot._withUnsafeGuaranteedRef({ $0.isClaimable.load(ordering: .relaxed) }),
            core.hasNoMatters || !(core.mayBeOverridden || core.isObserved || core.runsAsync)
        else { return nil }
        let thread = ThreadState.current
        let outer = unseenRun(on: thread)
        let run = freeRun(on: thread, inside: outer)
        if run == nil, outer == nil { return nil }
        if let instance = claim(slot, as: run, inside: outer) { return instance }
        guard let run, !run._withUnsafeGuaranteedRef({ $0.isFree }) else { return nil }
        return try make(run, on: thread)
    }

    /// The run of the thread for what is asked here; nil where nothing can be made unseen.
    private func freeRun(
        on thread: UnsafeMutablePointer<ThreadState>, inside outer: Unmanaged<UnseenRun>?
    ) -> Unmanaged<UnseenRun>? {
        guard thread.pointee.hasRoom else { return nil }
        if let outer {
            // Only a direct dependency is made: what lies between two runs is known to the thread alone.
            return thread.pointee.top?.pointee.isRecorded == true ? outer._withUnsafeGuaranteedRef { $0.ofDependency } : nil
        }
        let run = ThreadState.unseenRun(of: thread)
        guard !thread.pointee.notes, run._withUnsafeGuaranteedRef({ $0.isFree }) else { return nil }
        run._withUnsafeGuaranteedRef { $0.asker = thread.pointee.top }
        return run
    }

    /// Claims a service under the lock of the running task's scope where that is enough, else under the family's.
    ///
    /// - Returns: The instance; nil where the run is under way from now on, or else more is to be decided.
    private func claim(
        _ slot: Unmanaged<Slot>, as run: Unmanaged<UnseenRun>?, inside outer: Unmanaged<UnseenRun>?
    ) -> Instance? {
        if let outer, let instance = noted(slot, in: outer) { return instance }
        // Read anew inside a run: the factory may have opened a scope itself.
        let bound = Context.wasEverBound ? Context.bound : .nothing
        return withExtendedLifetime(bound) {
            if let run {
                let instance = claimReserved(slot, as: run, inside: outer, bound: bound.unretained)
                if instance != nil || !run._withUnsafeGuaranteedRef({ $0.isFree }) { return instance }
            }
            guard outer.map(isOfContainer) ?? true else { return nil }
            return core.decide { ledger in
                // Not counted, as all of them are kept by the caller or the thread.
                slot._withUnsafeGuaranteedRef { slot in
                    outer.withReference { ledger.claimUnseen(slot, of: core, as: run, inside: $0, bound: bound.unretained) }
                }
            }
        }
    }

    /// Makes an instance that was claimed without a build.
    ///
    /// - Returns: It; nil where it was not kept and the question has to be asked anew.
    func make(
        _ run: Unmanaged<UnseenRun>, on thread: UnsafeMutablePointer<ThreadState>
    ) throws(ResolutionError) -> Instance? {
        let outer = thread.pointee.runUnderWay
        var isHeld = false
        thread.pointee.runUnderWay = run
        if outer == nil { thread.pointee.isUnseen = true }
        run._withUnsafeGuaranteedRef { $0.asked = .passUnretained(self) }
        defer {
            if outer == nil { thread.pointee.isUnseen = false }
            run._withUnsafeGuaranteedRef { run in
                if isHeld { run.leave(of: outer?.takeUnretainedValue(), on: thread) } else { run.clear() }
            }
        }
        var entry: Disposables.Entry?
        let instance = try produce(run, inside: outer, on: thread, entry: &entry, isHeld: &isHeld)
        run._withUnsafeGuaranteedRef { run in
            guard run.scope == nil else { return }
            instance.madeAt = core.unretainedFamily._withUnsafeGuaranteedRef { $0.age }
            let asker = run.outer?._withUnsafeGuaranteedRef { $0.registration } ?? run.asker?.pointee.registration
            instance.madeFor = asker?._withUnsafeGuaranteedRef { $0.key }
        }
        if settleReserved(run, with: instance, disposable: entry) { return instance }
        let isKept = core.decide { ledger in
            run._withUnsafeGuaranteedRef { ledger.settle($0, with: instance, disposable: entry) }
        }
        return isKept ? instance : nil
    }

    /// Calls the factory of a run; says also what it made is disposed by, and whether the run's resolver was kept.
    private func produce(
        _ run: Unmanaged<UnseenRun>, inside outer: Unmanaged<UnseenRun>?, on thread: UnsafeMutablePointer<ThreadState>,
        entry: inout Disposables.Entry?, isHeld: inout Bool
    ) throws(ResolutionError) -> Instance {
        // Set when it was claimed, and kept until the run is cleared.
        let (registration, home) = run._withUnsafeGuaranteedRef {
            ($0.registration.unsafelyUnwrapped, $0.core.unsafelyUnwrapped)
        }
        let frame = ThreadState.enter(registration, on: thread)
        frame.pointee.isRecorded = true
        do {
            let instance = try Context.withValuesForAll(in: run._withUnsafeGuaranteedRef { $0.scope?.takeUnretainedValue() }) {
                try registration._withUnsafeGuaranteedRef { try $0.produce(in: run, for: self, home: home, entry: &entry) }
            }
            isHeld = leave(frame, of: run, inside: outer)
            return instance
        } catch {
            isHeld = leave(frame, of: run, inside: outer)
            let path = thread.pointee.top == nil ? [] : Origin(thread: thread, explicit: nil).path
            let failure = error as? ResolutionError ?? factoryFailed(registration.takeUnretainedValue(), path, error)
            core.decide { $0.fail(run.takeUnretainedValue(), with: failure) }
            throw failure
        }
    }

    /// Leaves a factory that was run unseen.
    ///
    /// - Returns: Whether it, or what it made, has kept its resolver; the run is a build then.
    private func leave(
        _ frame: UnsafeMutablePointer<Frame>, of run: Unmanaged<UnseenRun>, inside outer: Unmanaged<UnseenRun>?
    ) -> Bool {
        let thread = frame.pointee.thread
        frame.pointee.leave()
        thread.pointee.runUnderWay = outer
        let isHeld = outer?._withUnsafeGuaranteedRef { $0.isInnerHeld } ?? ThreadState.isUnseenRunHeld(on: thread)
        if isHeld { run._withUnsafeGuaranteedRef { _ = $0.seen() } }
        return isHeld
    }
}
