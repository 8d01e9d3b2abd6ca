import Synchronization

/// A shared instance's making before anyone has looked at it: what its ``Build`` would say, without that object.
///
/// What takes no dependencies is made in a moment for a caller outside of every factory, most often unseen; so is, in a scope that is
/// reserved, what a function makes of its dependencies. Only when someone looks, another thread that wants the same instance or the function
/// itself that resolves something, is the run materialized as a build. The idea is that of thin locks, which become real ones when they
/// are contended (Bacon et al., "Thin Locks", PLDI 1998).
///
/// A thread has one, and inside it one for what that depends on, and so on. It uses them again and again.
final class UnseenRun: @unchecked Sendable {  // Guarded by the lock of its place, but for what only the thread itself looks at.
    /// What is made; set for as long as that takes, like the rest.
    private(set) var registration: Unmanaged<Registration>?  // Kept by `kept`, or shown by the slot, which keeps it.
    private var kept: Registration?
    fileprivate var slot: Unmanaged<Slot>?  // The caller keeps its container.
    /// Where the instance will be kept.
    private(set) var cell: Cell?
    private(set) var scope: Unmanaged<Scope>?  // In the context, which is bound to the task until the end of the run.
    fileprivate(set) var bound = Bound.Unretained.nothing
    /// The run that asks for it, in the same scope.
    private(set) unowned(unsafe) var outer: UnseenRun?  // It keeps this one, and ends later.
    private var inner: UnseenRun?
    /// How many runs of the thread there are around it.
    private let depth: Int
    private static let depthLimit = 8
    /// The epoch, that of overrides, when the run began; 0 where it began in a reserved scope.
    fileprivate var epoch: UInt = 0
    /// The family's epoch then, where it did.
    private(set) var reservedEpoch: UInt = 0
    /// What it resolved.
    private(set) var notes = DependencyList()
    /// The build it was materialized as.
    fileprivate(set) var build: Build?

    init(depth: Int = 0) {
        self.depth = depth
    }

    func begin(
        _ registration: Unmanaged<Registration>, keeping kept: consuming Registration?, of slot: Slot, at cell: Cell,
        in scope: Unmanaged<Scope>?, inside outer: UnseenRun?, bound: Bound.Unretained, epoch: UInt, reservedEpoch: UInt
    ) {
        self.registration = registration
        self.kept = kept
        self.slot = .passUnretained(slot)
        self.cell = cell
        self.scope = scope
        self.outer = outer
        self.bound = bound
        self.epoch = epoch
        self.reservedEpoch = reservedEpoch
    }

    /// Releases all it had; outside the lock, when nobody can find it any more.
    func clear() {
        // What goes with them may be the user's, and may resolve, which uses this run again; so they are taken out before they go.
        registration = nil
        let gone = (kept.take(), cell.take(), build.take(), takeNotes())
        withExtendedLifetime(gone) {}
    }

    /// The run of the thread for what this one depends on.
    ///
    /// For the thread itself; made when it is first needed. Nil where there are many already: a thread keeps them.
    var ofDependency: Unmanaged<UnseenRun>? {
        if let inner { return .passUnretained(inner) }
        if depth == Self.depthLimit { return nil }
        let made = UnseenRun(depth: depth + 1)
        inner = made
        return .passUnretained(made)
    }

    /// Notes what it has resolved from the container whose registration it is.
    func note(_ element: DependencyList.Element, isIndirect: Bool) {
        var list = takeNotes()
        list.insert(element, isIndirect: isIndirect)
        notes = list
    }

    /// Takes out what it has resolved.
    func takeNotes() -> DependencyList {
        if notes.elements.isEmpty { return DependencyList() }
        defer { notes = DependencyList() }
        return notes
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
        _ run: UnseenRun, _ registration: Registration, of slot: Slot, at cell: Cell, in scope: Unmanaged<Scope>?,
        bound: Bound.Unretained
    ) {
        run.begin(
            .passUnretained(registration), keeping: registration, of: slot, at: cell, in: scope, inside: nil, bound: bound,
            epoch: overrideEpoch, reservedEpoch: 0)
        cell.unseen = run
    }

    /// Makes a run a build that others can find.
    ///
    /// - Returns: The build that it is from now on.
    @discardableResult
    mutating func materialize(_ run: UnseenRun) -> Build? {
        joinScope(of: run)
        if let build = run.build { return build }
        guard let registration = run.registration?.takeUnretainedValue(), let core = run.core, let cell = run.cell else { return nil }
        let outer = run.outer.flatMap { materialize($0) }
        let build = Build(
            registration, parent: outer, between: [], container: core._withUnsafeGuaranteedRef { $0.inner() }, graph: nil,
            bound: run.bound, home: cell, of: core, in: run.scope?.takeUnretainedValue())
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
        guard run.build == nil, run.epoch == overrideEpoch, !run.isOver, let cell = run.cell else {
            guard let build = materialize(run) else { return Settlement(isKept: false, rest: nil) }
            // What asks resolves from its own container, which may be a child of the instance's.
            let asked = run.outer?.core?.takeUnretainedValue() ?? build.container.core
            return settle(
                build, with: instance, disposable: disposable, askedOf: asked, enclosing: run.outer.flatMap { materialize($0) })
        }
        instance.birth = nextBirth()
        instance.validEpoch.store(epoch, ordering: .releasing)
        cell.unseen = nil
        cell.insert(instance)
        run.scope?._withUnsafeGuaranteedRef { scope in
            instance.live(in: scope)
            scope.madeCount += 1
            run.slot?._withUnsafeGuaranteedRef { $0.publishForReserved(instance.registration) }
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
