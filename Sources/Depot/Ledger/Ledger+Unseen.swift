import Synchronization

/// What was claimed for an unseen run, or as one.
enum UnseenClaim {
    case ready(Instance)
    /// The run that was handed in is under way.
    case unseen
}

extension Ledger {
    /// Begins a run that nobody has to see.
    ///
    /// - Parameters:
    ///   - run: The run of the thread that asks.
    ///   - registration: What is made.
    ///   - slot: Whose it is.
    ///   - cell: Where the instance will be kept.
    ///   - scope: The scope that it will live in.
    ///   - outer: The run that asks for it.
    ///   - bound: What is bound to the task.
    private mutating func begin(
        _ run: UnseenRun, _ registration: Registration, of slot: Slot, at cell: Cell, in scope: Unmanaged<Scope>?,
        inside outer: UnseenRun?, bound: Bound.Unretained
    ) {
        run.begin(
            .passUnretained(registration), keeping: registration, of: slot, at: cell, in: scope, inside: outer, bound: bound,
            epoch: overrideEpoch, reservedEpoch: 0)
        cell.unseen = run
    }

    /// Claims a service for the app's own code, or for an unseen run of a container, where nothing is replaced and everything is open.
    ///
    /// - Parameters:
    ///   - slot: What is asked for.
    ///   - core: The container that is asked.
    ///   - run: The run to begin; nil where the service may only be found.
    ///   - outer: The run that asks.
    ///   - bound: What is bound to the task, which keeps it for as long as the resolve runs.
    /// - Returns: What was claimed; nil where more than that is to be decided.
    mutating func claimUnseen(
        _ slot: Slot, of core: Core, as run: UnseenRun?, inside outer: UnseenRun?, bound: Bound.Unretained
    ) -> UnseenClaim? {
        guard outer.map(isUnchanged) ?? true, var registration = slot.base, slot.replacements.isEmpty, registration.isClaimedAtOnce,
            !isClosed(core, slot)
        else { return nil }
        var scope: Unmanaged<Scope>?
        if case .scoped(let kind) = registration.lifetime {
            // What a container's service must not keep the general path tells.
            guard outer == nil, let open = bound.scope(of: core.family, kind)?.takeUnretainedValue() else { return nil }
            join(open)
            if open.isClosed { return nil }
            scope = .passUnretained(open)
            if slot.wasGiven, let given = open.provision(of: slot) {
                (scope, registration) = (.passUnretained(given.scope), given.registration)
                if registration.traits.contains(.mainActor) { return nil }
            }
        }
        let cell = scope?._withUnsafeGuaranteedRef { $0.cell(of: slot) } ?? slot.cell
        if cell.isUnused {
            // What takes nothing, or is made for the very container.
            guard let run, registration.takesNothing || (registration.mayRunUnseen && scope == nil && slot.core === core) else { return nil }
            slot.wasResolved = true
            begin(run, registration, of: slot, at: cell, in: scope, inside: outer, bound: bound)
            return .unseen
        }
        guard let instance = cell.instances.first(where: { $0.registration === registration && isValid($0, in: core) }),
            outer == nil || instance.isEveryones
        else { return nil }
        slot.wasResolved = true
        publish(instance)
        outer?.note(DependencyList.Element(resolved: .instance(instance), place: nil), isIndirect: Frame.isPassedOn)
        return .ready(instance)
    }

    /// Notes that an unseen run of a container calls the factory of a transient.
    ///
    /// - Returns: Whether that is noted; not where others have seen the run, or something has changed.
    mutating func note(_ registration: Registration, in run: UnseenRun) -> Bool {
        guard isUnchanged(run) else { return false }
        run.note(DependencyList.Element(resolved: .registration(registration), place: nil), isIndirect: Frame.isPassedOn)
        return true
    }

    /// Whether nobody has seen a run, and nothing has changed since it began.
    private func isUnchanged(_ run: UnseenRun) -> Bool { run.build == nil && run.epoch == overrideEpoch }

    /// Makes a run a build that others can find.
    ///
    /// - Returns: The build that it is from now on.
    @discardableResult
    mutating func materialize(_ run: UnseenRun) -> Build? {
        // First, for the rest is gone once a run has ended whose resolver was kept.
        if let build = run.build { return build }
        joinScope(of: run)
        guard let registration = run.registration?.takeUnretainedValue(), let core = run.core, let cell = run.cell else { return nil }
        let outer = run.outer.flatMap { materialize($0) }
        let build = Build(
            registration, parent: outer, between: Frame.unrecorded(from: run.asker),
            container: core._withUnsafeGuaranteedRef { $0.inner() }, graph: run.asker.map { Frame.graph(of: $0) }, bound: run.bound,
            home: cell, of: core, in: run.scope?.takeUnretainedValue())
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

    /// Ends a run that made an instance.
    mutating func settle(_ run: UnseenRun, with instance: Instance, disposable: Disposables.Entry?) -> Settlement {
        joinScope(of: run)
        guard isUnchanged(run), run.outer?.build == nil, !run.isOver, let cell = run.cell else {
            guard let build = materialize(run) else { return Settlement(isKept: false, rest: nil) }
            // What asks resolves from its own container, which may be a child of the instance's.
            let asked = run.outer?.core?.takeUnretainedValue() ?? build.container.core
            return settle(
                build, with: instance, disposable: disposable, askedOf: asked, enclosing: run.outer.flatMap { materialize($0) })
        }
        instance.birth = nextBirth()
        instance.validEpoch.store(epoch, ordering: .releasing)
        cell.unseen = nil
        instance.dependencies = run.takeNotes()
        instance.firstDependencies = instance.dependencies.elements.count
        run.outer?.note(DependencyList.Element(resolved: .instance(instance), place: nil), isIndirect: false)
        cell.insert(instance)
        run.scope?._withUnsafeGuaranteedRef { scope in
            instance.live(in: scope)
            scope.madeCount += 1
            run.slot?._withUnsafeGuaranteedRef { $0.showScoped(instance.registration) }
        }
        if let disposable {
            disposable.order = instance.birth
            instance.disposal = disposable
        }
        return Settlement(isKept: true, rest: nil)
    }

    /// Ends a run whose factory failed.
    mutating func fail(_ run: UnseenRun, with error: any Error) -> SettlementRest {
        joinScope(of: run)
        if let build = run.build { return fail(build, with: error) }
        run.cell?.unseen = nil
        return SettlementRest()
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
        var frame = thread.pointee.top
        var run: UnseenRun? = innermost
        while let now = frame {
            // What lies in a run and is no build is part of it.
            if now.pointee.build == nil { now.pointee.build = run?.build.map { .passUnretained($0) } }
            if now.pointee.isRecorded { run = run?.outer }
            frame = now.pointee.previous
        }
    }

    /// The nearest recorded run that this thread is in.
    static var recordedBuild: Build? {
        let thread = current
        if thread.pointee.isUnseen { showRun(on: thread) }
        return thread.pointee.top?.pointee.build?.takeUnretainedValue()
    }
}
