/// A shared instance's making before anyone has looked at it: what its ``Build`` would say, without that object.
///
/// Most instances are made unseen. Only when someone looks, another thread that wants the same instance or the factory itself that asks for
/// more than services, is the run materialized as a build. The idea is that of thin locks, which become real ones when they are contended
/// (Bacon et al., "Thin Locks", PLDI 1998).
///
/// A thread has one, and inside it one for what that depends on, and so on. It uses them again and again; but one whose resolver a closure has
/// kept is left to those who have that.
@usableFromInline
final class UnseenRun: @unchecked Sendable {  // Guarded by the lock of its place, but for what only the thread itself looks at.
    /// What is made; set for as long as that takes, like the rest.
    private(set) var registration: Unmanaged<Registration>?  // Kept by `kept`, or shown by the slot, which keeps it.
    private var kept: Registration?
    private(set) var slot: Unmanaged<Slot>?  // The caller keeps its container.
    /// Where the instance will be kept.
    private(set) var cell: Cell?
    private(set) var scope: Unmanaged<Scope>?  // In the context, which is bound to the task until the end of the run.
    private(set) var bound = Bound.Unretained.nothing
    /// The latest scope that had been set by hand, or held, when the run began.
    private(set) var latestScope: UInt = 0
    /// The run that asks for it, in the same scope.
    private(set) var outer: Unmanaged<UnseenRun>?  // It keeps this one, and ends later.
    /// The innermost of the factories that ask for it, where those are part of no run.
    ///
    /// They end after this run and are not changed meanwhile, so any thread may read them when it materializes the run.
    var asker: UnsafeMutablePointer<Frame>?
    /// What it is asked of; set while its factory is called.
    var asked: Unmanaged<Container>?  // The caller's.
    private var inner: UnseenRun?
    /// How many runs of the thread there are around it.
    private let depth: Int
    private static let depthLimit = 32
    /// The epoch, that of overrides, when the run began; 0 where it began in a reserved scope.
    private(set) var epoch: UInt = 0
    /// The family's epoch then, where it did.
    private(set) var reservedEpoch: UInt = 0
    /// What it resolved.
    @exclusivity(unchecked) private(set) var notes = DependencyList()
    /// The build it was materialized as.
    var build: Build?

    init(depth: Int = 0) {
        self.depth = depth
    }

    /// Begins, in a free place; under the lock of that.
    ///
    /// Keeps the registration where its slot may not keep it for as long.
    func begin(
        _ registration: Unmanaged<Registration>, isKept: Bool, of slot: Slot, at cell: Cell,
        in scope: Unmanaged<Scope>?, inside outer: UnseenRun?, bound: Bound.Unretained, epoch: UInt, reservedEpoch: UInt
    ) {
        self.registration = registration
        if isKept { kept = registration.takeUnretainedValue() }
        self.slot = .passUnretained(slot)
        self.cell = cell
        self.scope = scope
        self.outer = outer.map { .passUnretained($0) }
        self.bound = bound
        latestScope = slot.unretainedCore._withUnsafeGuaranteedRef { $0.latestScope }
        self.epoch = epoch
        self.reservedEpoch = reservedEpoch
        cell.unseen = self
    }

    /// Releases all it had; outside the lock, when nobody can find it any more.
    func clear() {
        // What goes with them may be the user's, and may resolve, which uses this run again; so they are taken out before they go.
        registration = nil
        asker = nil
        asked = nil
        let gone = (kept.take(), cell.take(), build.take(), takeNotes())
        withExtendedLifetime(gone) {}
    }

    /// Leaves it, a build by now, to those who have its resolver: only they and the build itself look at it any more.
    func leave(of outer: UnseenRun?, on thread: UnsafeMutablePointer<ThreadState>) {
        let gone = (kept.take(), cell.take())
        if let outer { outer.inner = nil } else { ThreadState.forgetUnseenRun(on: thread) }
        withExtendedLifetime(gone) {}
    }

    /// Whether anyone but the thread has the run that is used inside this one.
    var isInnerHeld: Bool { inner != nil && !isKnownUniquelyReferenced(&inner) }

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
    func note(_ resolved: consuming DependencyList.Resolved, isIndirect: Bool) {
        notes.insert(DependencyList.Element(resolved: resolved, place: nil), isIndirect: isIndirect)
    }

    /// Takes out the place where the instance is kept, at the end.
    func takeCell() -> Cell? { cell.take() }

    /// Takes out what it has resolved.
    func takeNotes() -> DependencyList {
        defer { notes = DependencyList() }
        return notes
    }

    /// Whether nothing is under way; for the thread itself.
    var isFree: Bool { registration == nil }

    /// Whether the run that asks for it was seen.
    var isOuterSeen: Bool { outer?._withUnsafeGuaranteedRef { $0.build != nil } ?? false }

    /// Whether its scope or container has closed.
    var isOver: Bool {
        scope?._withUnsafeGuaranteedRef { $0.isClosed } ?? false || core?._withUnsafeGuaranteedRef { $0.isClosed } ?? false
    }

    /// The container whose registration it is.
    var core: Unmanaged<Core>? { slot?._withUnsafeGuaranteedRef { $0.unretainedCore } }
}

extension Optional where Wrapped == Unmanaged<UnseenRun> {
    /// Lends the run, if there is one, without counting it.
    @inline(__always)
    func withReference<Result>(_ body: (UnseenRun?) -> Result) -> Result {
        guard let self else { return body(nil) }
        return self._withUnsafeGuaranteedRef { body($0) }
    }
}
