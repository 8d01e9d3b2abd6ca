import Synchronization

/// A shared instance's making before anyone has looked at it: what its ``Build`` would say, without that object.
///
/// What takes no dependencies is made in a moment for a caller outside of every factory, most often unseen. Only when someone
/// looks, another thread that wants the same instance or the initializer itself that resolves something, is the run materialized as a
/// build. The idea is that of thin locks, which become real ones when they are contended (Bacon et al., "Thin Locks", PLDI 1998).
///
/// A thread has one, which it uses again and again.
final class UnseenRun: @unchecked Sendable {  // Guarded by the family's lock, but for what only the thread itself looks at.
    /// What is made; set for as long as that takes, like the rest.
    private(set) var registration: Registration?
    fileprivate var slot: Unmanaged<Slot>?  // The caller keeps its container.
    /// Where the instance will be kept.
    fileprivate var cell: Cell?
    private(set) var scope: Unmanaged<Scope>?  // In the context, which is bound to the task until the end of the run.
    fileprivate var bound = Bound.Unretained.nothing
    fileprivate var epoch: UInt = 0
    /// The build it was materialized as.
    fileprivate(set) var build: Build?

    fileprivate func begin(
        _ registration: consuming Registration, of slot: Slot, at cell: Cell, in scope: Unmanaged<Scope>?, bound: Bound.Unretained,
        epoch: UInt
    ) {
        self.registration = registration
        self.slot = .passUnretained(slot)
        self.cell = cell
        self.scope = scope
        self.bound = bound
        self.epoch = epoch
    }

    /// Releases all it had; outside the lock, when nobody can find it any more.
    func clear() {
        // What goes with them may be the user's, and may resolve, which uses this run again; so they are taken out before they go.
        let gone = (registration.take(), cell.take(), build.take())
        withExtendedLifetime(gone) {}
    }

    /// Whether nothing is under way; for the thread itself.
    var isFree: Bool { registration == nil }

    /// Whether its scope or container has closed.
    fileprivate var isOver: Bool {
        scope?._withUnsafeGuaranteedRef { $0.isClosed } ?? false || core?._withUnsafeGuaranteedRef { $0.isClosed } ?? false
    }

    /// The container whose registration it is.
    var core: Unmanaged<Core>? { slot?._withUnsafeGuaranteedRef { $0.unretainedCore } }
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
    ///   - bound: What is bound to the task.
    mutating func begin(
        _ run: UnseenRun, _ registration: consuming Registration, of slot: Slot, at cell: Cell, in scope: Unmanaged<Scope>?,
        bound: Bound.Unretained
    ) {
        run.begin(registration, of: slot, at: cell, in: scope, bound: bound, epoch: overrideEpoch)
        cell.unseen = run
    }

    /// Makes a run a build that others can find.
    ///
    /// - Returns: The build that it is from now on.
    @discardableResult
    func materialize(_ run: UnseenRun) -> Build? {
        if let build = run.build { return build }
        guard let registration = run.registration, let core = run.core, let cell = run.cell else { return nil }
        let build = Build(
            registration, parent: nil, between: [], container: core._withUnsafeGuaranteedRef { $0.inner() }, graph: nil,
            bound: run.bound, home: cell, of: core, in: run.scope?.takeUnretainedValue())
        build.epoch = run.epoch
        run.build = build
        cell.unseen = nil
        cell.add(build)
        return build
    }

    /// Ends a run that made an instance.
    mutating func settle(_ run: UnseenRun, with instance: Instance, disposable: Disposables.Entry?) -> Settlement {
        guard run.build == nil, run.epoch == overrideEpoch, !run.isOver, let cell = run.cell else {
            guard let build = materialize(run) else { return Settlement(isKept: false, rest: nil) }
            return settle(build, with: instance, disposable: disposable, askedOf: build.container.core, enclosing: nil)
        }
        instance.birth = nextBirth()
        instance.validEpoch.store(epoch, ordering: .releasing)
        cell.unseen = nil
        cell.insert(instance)
        run.scope?._withUnsafeGuaranteedRef { scope in
            instance.live(in: scope)
            scope.madeCount += 1
        }
        if let disposable {
            disposable.order = instance.birth
            instance.disposal = disposable
        }
        return Settlement(isKept: true, rest: nil)
    }

    /// Ends a run whose factory failed.
    mutating func fail(_ run: UnseenRun, with error: any Error) -> SettlementRest {
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
        guard let run = thread.pointee.unseenRun?.takeUnretainedValue(), let core = run.core,
            let build = core._withUnsafeGuaranteedRef({ $0.decide { $0.materialize(run) } })
        else { return }
        var frame = thread.pointee.top
        while let now = frame {
            // The run is the outermost; what lies in it and is no build is part of it.
            if now.pointee.build == nil { now.pointee.build = .passUnretained(build) }
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
