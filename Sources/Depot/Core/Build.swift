import Synchronization

/// A factory's run that is kept track of: what it resolves, who started it, who waits for it.
///
/// A run that makes a shared instance is one once others look at it, or keep its resolver (see ``UnseenRun``); so is every run of an async
/// factory and the first run of a bare closure. The chain of `parent`s is the identity of a resolution: it is passed along with the
/// ``Resolver``, from thread to thread and task to task.
@usableFromInline
final class Build: @unchecked Sendable {  // The variables are guarded by the family's lock, except for the atomic.
    let registration: Registration
    /// The build this one is part of; nil for an outermost one, and for one that has ended and may be kept by a handle.
    ///
    /// Written under the family's lock and that of the ancestry, so it may be read under either.
    private(set) var parent: Build?
    static let ancestry = Locked(())
    /// The nearest of those it was part of whose instance others share, and the nearest that keeps what it gets.
    let outerShared: Unmanaged<Build>?  // `parent` keeps both, also when it is cut off.
    let outerHolder: Unmanaged<Build>?
    /// The runs between the parent and this one that are not kept track of, the outermost first.
    ///
    /// Guarded as the parent is.
    private(set) var between: [Registration]
    /// What this build resolves from.
    let container: Container
    private var madeGraph: GraphInstances?
    /// For a run of a `.graph` service that only the caller gets, and what is part of it: what their handles keep.
    var keeping: GraphKeeping?
    /// Whether a shared instance is being made; only for those does anyone wait.
    let isShared: Bool
    /// The runs from the outermost to this one.
    let depth: Int

    /// Where the instance will be kept if no override is met; nil where it will not.
    let home: Cell?
    /// Where the instance will be kept by the override that was met.
    private var own: Cell?
    /// The next of those that make an instance for one cell.
    var nextInCell: Build?
    /// The container whose registrations the instance is made from; nil where it will not be kept.
    let homeCore: Unmanaged<Core>?  // `container` is it, or an override of it.
    /// The scope that the instance will live in; nil for the container itself.
    ///
    /// Changed only when the run has ended.
    private(set) var scope: Scope?
    /// What it resolved; see `Notes.swift`.
    @exclusivity(unchecked) var dependencies = DependencyList()
    /// What it resolved that belongs to an override or a scope, also in the runs that are part of it.
    @exclusivity(unchecked) var bounded = DependencyList()
    /// What else was resolved in the runs that were part of it.
    @exclusivity(unchecked) var inner: [Notes] = []
    @exclusivity(unchecked) var replacements = Handful<ActiveReplacement>()
    /// The epoch, that of overrides, when the run began: where it is still the same, nothing it saw has changed.
    var epoch: UInt = 0
    /// The override that this run has met, directly or below; nil while it is the same for everyone.
    var touched: Core?
    /// What was bound where the run began: overrides and scopes that are met but not bound there were opened by the run itself.
    private(set) var bound: Bound.Unretained  // Kept by the task that waits for the run, or is its own, until the end.
    /// The latest scope that had been set by hand, or held, when the run began.
    private let latestScope: UInt
    /// For a run in whose task no scope is bound: that of the run it is part of.
    private var inheritedScope: Scope?
    /// For a run that makes an unshared service for a handle, and for the runs in it: the scope that the handle's owner lives in.
    private var askedIn: Scope?
    /// For a run that makes an unshared service for the `Lazy` or `@Inject` of a shared one, and for the runs in it: the run of the shared one.
    var lazyOwner: Build?
    /// The shortest-lived kind of scope that anything it resolved belongs to, and the scope.
    var met: (kind: ScopeKind, scope: Scope?)?
    /// Who waits for it, in the order of their tickets.
    @exclusivity(unchecked) var waiters: [Waiter] = []
    /// The disposals of what only callers got in it.
    @exclusivity(unchecked) var parts: [Disposables.Entry] = []
    /// How many waits there are in it and in its parts; guarded by the lock of the wait graph.
    var waits = 0
    private let hasFinished = Atomic<Bool>(false)
    /// What came of it, for who waited.
    private(set) var outcome: Outcome?
    /// The instance that was made; later resolves of its `Lazy`s are noted there.
    private(set) weak var made: Instance?
    /// Whether something that the factory got may ask later for what was made, or the task that started it may wait for it only after its end.
    ///
    /// Only then is ``made`` set, for a weak reference has its price.
    var isShown: Bool
    /// Whether the task that has claimed it has not begun to wait for it.
    var isMakerComing: Bool
    /// Whether its task was cancelled because nobody waited any more.
    var isAbandoned = false
    /// How long the factory ran, while someone observes; written and read by who runs it.
    var creation: Duration?
    /// The task that runs an async factory: for its waiters to cancel when all are gone, or to see the end of.
    var task: Task<Void, Never>?
    /// The task the factory runs in, to recognise what it resolves without its resolver.
    var taskID: Int?

    enum Outcome {
        /// ``made`` is the instance, for as long as anyone else keeps it: a build is kept by the handles in it.
        case made
        case failed(any Error)
        /// The run turned out to belong to an override, or to be outdated: look again.
        case again
    }

    @inline(never)
    init(
        _ registration: Registration, parent: Build?, between: [Registration], container: Container, graph: GraphInstances?,
        bound: Bound.Unretained, by asker: Build? = nil, after latestScope: UInt? = nil, home: Cell? = nil, of core: Unmanaged<Core>? = nil,
        in scope: Scope? = nil
    ) {
        self.registration = registration
        self.parent = parent
        outerShared = parent.flatMap { $0.isShared ? .passUnretained($0) : $0.outerShared }
        outerHolder = parent.flatMap { $0.registration.lifetime.isShared ? .passUnretained($0) : $0.outerHolder }
        self.between = between
        self.container = container
        self.home = home
        homeCore = core
        self.scope = scope
        isShared = home != nil
        madeGraph = graph
        keeping = isShared ? nil : parent?.keeping
        isMakerComing = registration.hasAsyncForm
        isShown = registration.isOpaque || isMakerComing
        self.bound = bound
        self.latestScope = latestScope ?? container.core.latestScope
        if let parent, bound.scope(of: container.core.family) == nil { inheritedScope = parent.boundScope?.takeUnretainedValue() }
        askedIn = parent == nil ? asker?.scopeOfAsker : parent?.askedIn
        depth = (parent?.depth ?? 0) + between.count + 1
        // What is made for a shared service is kept by that, and may outlive the one whose `Lazy` has led there.
        if nearestShared == nil { lazyOwner = parent?.lazyOwner }
    }

    /// The `.graph` instances of the outermost resolve; the outermost build makes them when they are first needed.
    var graph: GraphInstances {
        if let madeGraph { return madeGraph }
        if isFinished { return GraphInstances() }
        var runs: [Build] = [self]
        var next = parent
        while let now = next, now.madeGraph == nil, !now.isFinished {
            runs.append(now)
            next = now.parent
        }
        let made = next?.madeGraph ?? GraphInstances()
        for run in runs { run.madeGraph = made }
        return made
    }

    /// Whether the factory has returned, so that nothing is part of the run any more.
    ///
    /// Written under the lock, read also without.
    var isFinished: Bool { hasFinished.load(ordering: .acquiring) }

    /// Ends the run, and gives those who wait for it.
    ///
    /// Handles may keep the build for as long as the instance lives, so it releases what it had; see also ``takeGraph()`` and ``takeInheritedScopes()``.
    func finish(_ outcome: Outcome, made instance: Instance? = nil) -> [Waiter] {
        hasFinished.store(true, ordering: .releasing)
        self.outcome = outcome
        if isShown || !waiters.isEmpty { made = instance }
        bound = .nothing
        return takeWaiters()
    }

    /// Takes out the scopes that it has from others, for the caller to release outside the lock.
    func takeInheritedScopes() -> (Scope?, Scope?) { (inheritedScope.take(), askedIn.take()) }

    /// Refers from now on to what is left of its scope, which keeps no container.
    ///
    /// - Returns: The scope, to be released outside the lock.
    func leaveScope() -> Scope? {
        let before = scope
        scope = before?.remains
        return before
    }

    /// Takes out the runs that this one was part of.
    ///
    /// A handle may keep this run for good, and so must not keep what it was once part of: a scope, a container that owns its core, or what the
    /// closure of a mock has captured. What a handle in an unshared service asks about is what that service was made for, so this is kept.
    ///
    /// - Returns: The runs, to be released outside the lock.
    func cutOff() -> (parent: Build?, between: [Registration]) {
        let holder = isShared ? nil : parent?.nearestHolder
        guard isShown || !isShared, parent != nil || !between.isEmpty else { return (nil, []) }
        return Build.ancestry.withLock { _ in
            let cut = (parent, holder == nil ? between : [])
            parent = holder
            if holder == nil { between = [] }
            return cut
        }
    }

    /// Whether an override is in effect for the run as a whole.
    func isIn(_ override: Core) -> Bool {
        container.core.descends(from: override) || bound.hasContainer { $0.core.descends(from: override) }
    }

    /// Where the instance will be kept; nil where it will not.
    var cell: Cell? { own ?? home }

    /// The container whose services it is one of, where a key is looked up that it resolves.
    var lookupHome: Core { unretainedLookupHome.takeUnretainedValue() }
    var unretainedLookupHome: Unmanaged<Core> {
        (homeCore ?? .passUnretained(container.core))._withUnsafeGuaranteedRef { $0.unretainedOverridden }
    }

    /// Whether it resolves from a container of a family.
    ///
    /// One that is no relative counts its own epochs: what it shares cannot be checked with these.
    func isOf(_ family: ObjectIdentifier?) -> Bool {
        Unmanaged.passUnretained(container.core)._withUnsafeGuaranteedRef { ObjectIdentifier($0.family) } == family
    }

    /// Keeps the instance in an override's own cell.
    func move(to cell: Cell) {
        home?.remove(self)
        own?.remove(self)
        own = cell
        cell.add(self)
    }

    /// The innermost scope that was bound where the run began, which keeps it.
    var boundScope: Unmanaged<Scope>? { bound.scope(of: container.core.family) ?? inheritedScope.map { .passUnretained($0) } }

    /// The scope in which a handle of the run asks: that of the shared instance it is part of, or else that of the handle that has asked for it.
    var scopeOfAsker: Scope? { nearestShared?.scope ?? askedIn }

    /// Takes out the disposals of what only callers got in it.
    func takeParts() -> [Disposables.Entry] {
        defer { parts = [] }
        return parts
    }

    /// Takes out the `.graph` instances, for the caller to release outside the lock: nobody else may have them any more.
    func takeGraph() -> GraphInstances? { madeGraph.take() }
}

extension Build {
    /// Whether the factory has opened an override or a scope itself: what it does there is over with that.
    func hasOpened(_ override: Core?, or scope: Scope?) -> Bool {
        override.map { !isIn($0) } ?? false || scope.map { !sees($0) } ?? false
    }

    /// Whether a scope was there before the run began, so that what is in it may be noted.
    private func sees(_ scope: Scope) -> Bool {
        !scope.isBound && scope.number <= latestScope || boundScope?.takeUnretainedValue().isWithin(scope) ?? false
            || self.scope?.isWithin(scope) ?? false || askedIn?.isWithin(scope) ?? false
    }
}
