import Synchronization

/// Runs that nobody has to see, claimed and settled under the family's lock; `Scope+Reserved.swift` has what a reserved scope decides itself.
extension Ledger {
    /// Claims a service for the app's own code, or for an unseen run of a container, where nothing is replaced and everything is open.
    ///
    /// - Returns: The instance; nil where the run that was handed in, if any, is under way from now on, or else more is to be decided.
    mutating func claimUnseen(
        _ slot: Slot, of core: Core, as run: Unmanaged<UnseenRun>?, inside outer: UnseenRun?, bound: Bound.Unretained
    ) -> Instance? {
        if let outer, !isUnchanged(outer) { return nil }
        // Its slot keeps it, the caller the runs and the container.
        guard slot.isClaimable.load(ordering: .relaxed), let registration = slot.base.map({ Unmanaged.passUnretained($0) }),
            !isClosed(core, slot)
        else { return nil }
        guard let kind = registration._withUnsafeGuaranteedRef({ $0.lifetime.scopeKind }) else {
            slot.unretainedCore._withUnsafeGuaranteedRef { $0.hasMadeNothing = false }
            return claim(registration, at: slot, of: slot, in: nil, for: core, as: run, inside: outer, bound: bound)
        }
        // What a container's service must not keep, and what a handle is asked for, the general path tells.
        guard outer == nil, let run else { return nil }
        let boundScope = bound.scope(of: core.family, kind)?.takeUnretainedValue()
        guard let open = boundScope ?? (run._withUnsafeGuaranteedRef { $0.asker == nil } ? currentScope(kind, of: core) : nil) else {
            return nil
        }
        join(open)
        if open.isClosed { return nil }
        // Nobody keeps a current scope until the end of a run that only its thread knows.
        let maker = boundScope == nil ? nil : run
        guard slot.wasGiven, let given = open.provision(of: slot) else {
            return claim(
                registration, at: open.cell(of: slot), of: slot, in: .passUnretained(open), for: core, as: maker, inside: nil, bound: bound)
        }
        if given.registration.traits.contains(.mainActor) { return nil }
        return claim(
            .passUnretained(given.registration), at: given.scope.cell(of: slot), of: slot, in: .passUnretained(given.scope), for: core,
            as: maker, inside: nil, bound: bound)
    }

    /// The same where it is known what is claimed, and at which place.
    private mutating func claim(
        _ registration: Unmanaged<Registration>, at cell: Cell, of slot: Slot, in scope: Unmanaged<Scope>?, for core: Core,
        as run: Unmanaged<UnseenRun>?, inside outer: UnseenRun?, bound: Bound.Unretained
    ) -> Instance? {
        if cell.isUnused, cell.isAlone {
            // What takes nothing, or is made for the very container.
            let isOfContainer = scope == nil && slot.unretainedCore.toOpaque() == core.address
            guard let run, registration._withUnsafeGuaranteedRef({ $0.takesNothing || ($0.mayRunUnseen && isOfContainer) })
            else { return nil }
            slot.wasResolved = true
            run._withUnsafeGuaranteedRef {
                $0.begin(
                    registration, isKept: true, of: slot, at: cell, in: scope, inside: outer, bound: bound,
                    epoch: overrideEpoch, reservedEpoch: 0)
            }
            return nil
        }
        let found = registration._withUnsafeGuaranteedRef { cell.first(of: $0) { isValid($0, in: core) } }
        guard let instance = found, outer == nil || instance.isEveryones else { return nil }
        slot.wasResolved = true
        if scope == nil { publish(instance, at: slot) }
        outer?.note(.instance(instance), isIndirect: Frame.isPassedOn)
        return instance
    }

    /// Notes that an unseen run of a container calls the factory of a transient.
    ///
    /// - Returns: Whether that is noted; not where others have seen the run, or something has changed.
    mutating func note(_ registration: Registration, in run: UnseenRun) -> Bool {
        guard isUnchanged(run) else { return false }
        run.note(.registration(registration), isIndirect: Frame.isPassedOn)
        return true
    }

    /// Whether nobody has seen a run, and nothing has changed since it began.
    private func isUnchanged(_ run: UnseenRun) -> Bool { run.build == nil && run.epoch == overrideEpoch }

    /// Makes a run a build that others can find; gives the build that it is from now on.
    @discardableResult
    mutating func materialize(_ run: UnseenRun) -> Build? {
        // First, for the rest is gone once a run has ended whose resolver was kept.
        if let build = run.build { return build }
        joinScope(of: run)
        guard let registration = run.registration?.takeUnretainedValue(), let core = run.core, let cell = run.cell else { return nil }
        let outer = run.outer.flatMap { materialize($0.takeUnretainedValue()) }
        let build = Build(
            registration, parent: outer, between: Frame.unrecorded(from: run.asker),
            container: core._withUnsafeGuaranteedRef { $0.inner() }, graph: run.asker.map { Frame.graph(of: $0) }, bound: run.bound,
            after: run.latestScope, home: cell, of: core, in: run.scope?.takeUnretainedValue())
        build.epoch = run.epoch
        build.take(run.takeNotes())
        run.build = build
        cell.unseen = nil
        cell.add(build)
        return build
    }

    /// Has the scope of a run join the family, which decides on the run from now on.
    private mutating func joinScope(of run: UnseenRun) {
        if let scope = run.scope { join(scope.takeUnretainedValue()) }
    }

    /// Ends a run that made an instance; says whether that is kept.
    mutating func settle(_ run: UnseenRun, with instance: Instance, disposable: Disposables.Entry?) -> Bool {
        joinScope(of: run)
        guard isUnchanged(run), !run.isOuterSeen, !run.isOver, let cell = run.takeCell() else {
            guard let build = materialize(run) else { return false }
            // What asks resolves from its own container, which may be a child of the instance's.
            let asked = run.outer?.takeUnretainedValue().core?.takeUnretainedValue() ?? build.container.core
            return settle(
                build, with: instance, disposable: disposable, askedOf: asked,
                noting: run.outer.flatMap { materialize($0.takeUnretainedValue()) })
        }
        run.keep(instance, at: cell, birth: nextBirth(), validIn: epoch, disposable: disposable)
        if run.scope != nil { run.slot?._withUnsafeGuaranteedRef { $0.showScoped(instance.registration) } }
        return true
    }

    /// Ends a run whose factory failed.
    mutating func fail(_ run: UnseenRun, with error: any Error) {
        joinScope(of: run)
        if let build = run.build { fail(build, with: error) } else { run.cell?.unseen = nil }
    }
}

extension UnseenRun {
    /// Puts what it has made in its place, under the lock of that.
    func keep(_ instance: Instance, at cell: Cell, birth: Int, validIn epoch: UInt, disposable: Disposables.Entry?) {
        instance.birth = birth
        instance.validEpoch.store(epoch, ordering: .releasing)
        if !notes.elements.isEmpty { instance.wasMade(from: takeNotes()) }
        scope?._withUnsafeGuaranteedRef { scope in
            instance.live(in: scope)
            scope.madeCount += 1
        }
        outer?._withUnsafeGuaranteedRef { $0.note(.instance(instance), isIndirect: false) }
        cell.unseen = nil
        cell.insert(instance)
        instance.keep(disposable)
    }
}

extension ThreadState {
    /// Materializes the run on this thread where it was unseen, for something in it that wants to know what it is part of.
    ///
    /// Outside the lock.
    static func showRun(on thread: UnsafeMutablePointer<ThreadState>) {
        thread.pointee.isUnseen = false
        guard let innermost = thread.pointee.runUnderWay?.takeUnretainedValue(), let core = innermost.core else { return }
        core._withUnsafeGuaranteedRef { _ = $0.decide { $0.materialize(innermost) } }
        var run: UnseenRun? = innermost
        for frame in Frame.chain(from: thread.pointee.top) {
            // What lies in a run and is no build is part of it.
            if frame.pointee.build == nil { frame.pointee.build = run?.build.map { .passUnretained($0) } }
            if frame.pointee.isRecorded { run = run?.outer?.takeUnretainedValue() }
        }
    }

    /// The nearest recorded run that this thread is in.
    static var recordedBuild: Build? {
        let thread = current
        if thread.pointee.isUnseen { showRun(on: thread) }
        return thread.pointee.top?.pointee.build?.takeUnretainedValue()
    }
}
