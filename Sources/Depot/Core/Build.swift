/// A factory's run that is kept track of: what it resolves, who started it, who waits for it.
///
/// Every run that makes a shared instance is a build, and so is every run of an async factory and the first run of
/// a bare closure. The chain of `parent`s is the identity of a resolution: it is passed along with the
/// ``Resolver``, from thread to thread and task to task.
@usableFromInline
final class Build: @unchecked Sendable {  // The variables are guarded by the family's lock; the rest is immutable.
    let registration: Registration
    /// The build this one is part of; nil for an outermost one.
    let parent: Build?
    /// The runs between the parent and this one that are not kept track of, the outermost first.
    let between: [Registration]
    /// What this build resolves from.
    let container: Container
    private var madeGraph: GraphInstances?
    /// Whether a shared instance is being made; only for those does anyone wait.
    let isShared: Bool
    /// The runs from the outermost to this one.
    let depth: Int

    /// Where the instance will be kept if no override is met; nil where it will not.
    let home: Cell?
    /// Where the instance will be kept by the override that was met.
    private var own: Cell?
    /// The container whose registrations the instance is made from; nil where it will not be kept.
    let homeCore: Unmanaged<Core>?  // `container` is it, or an override of it.
    /// The scope that the instance will live in; nil for the container itself.
    let scope: Scope?
    var dependencies = DependencyList()
    var replacements = Handful<ActiveReplacement>()
    /// The epoch, that of overrides, when the run began: where it is still the same, nothing it saw has changed.
    var epoch: UInt = 0
    /// The override that this run has met, directly or below; nil while it is the same for everyone.
    var touched: Core?
    /// What was bound where the run began: overrides and scopes that are met but not bound there were opened by the run itself.
    private var bound: Bound.Unretained  // Kept by the task that waits for the run, or is its own, until the end.
    /// For a run in whose task no scope is bound: that of the run it is part of.
    private var inheritedScope: Scope?
    /// The shortest-lived kind of scope that anything it resolved belongs to, and the scope.
    var met: (kind: ScopeKind, scope: Scope?)?
    var waiters: [Waiter] = []
    private(set) var isFinished = false
    /// What came of it, for who waited.
    private(set) var outcome: Outcome?
    /// The instance that was made; later resolves of its `Lazy`s are noted there.
    private(set) weak var made: Instance?
    /// Whether something that the factory got may ask later for what was made.
    ///
    /// Only then is ``made`` set, for a weak reference has its price.
    var isShown: Bool
    /// Whether its task was cancelled because nobody waited any more.
    var isAbandoned = false
    /// How long the factory ran, while someone observes; written and read by who runs it.
    var creation: Duration?
    /// The task that runs an async factory, for its waiters to cancel when all are gone.
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

    /// - Parameters:
    ///   - registration: What is made.
    ///   - parent: The build this one is part of.
    ///   - between: The runs between the two.
    ///   - container: What it resolves from.
    ///   - graph: The `.graph` instances of the outermost resolve, where it is known that there are some.
    ///   - bound: What is bound to the task.
    ///   - home: Where the instance will be kept; nil where it will not.
    ///   - core: The container that belongs to.
    ///   - scope: The scope that does.
    init(
        _ registration: Registration, parent: Build?, between: [Registration], container: Container, graph: GraphInstances?,
        bound: Bound.Unretained, home: Cell? = nil, of core: Unmanaged<Core>? = nil, in scope: Scope? = nil
    ) {
        self.registration = registration
        self.parent = parent
        self.between = between
        self.container = container
        self.home = home
        homeCore = core
        self.scope = scope
        isShared = home != nil
        madeGraph = graph
        isShown = registration.isOpaque
        self.bound = bound
        if let parent, bound.scope(of: container.core.family) == nil { inheritedScope = parent.boundScope?.takeUnretainedValue() }
        depth = (parent?.depth ?? 0) + between.count + 1
    }

    /// The `.graph` instances of the outermost resolve; the outermost build makes them when they are first needed.
    var graph: GraphInstances {
        if let madeGraph { return madeGraph }
        if isFinished { return GraphInstances() }
        let made = parent?.graph ?? GraphInstances()
        madeGraph = made
        return made
    }

    /// Ends the run.
    ///
    /// Handles may keep the build for as long as the instance lives, so it lets go of what it had; see also ``takeGraph()``.
    func finish(_ outcome: Outcome, made instance: Instance? = nil) {
        isFinished = true
        self.outcome = outcome
        if isShown || !waiters.isEmpty { made = instance }
        if !waiters.isEmpty { waiters = [] }
        if task != nil { task = nil }
        bound = .nothing
        if inheritedScope != nil { inheritedScope = nil }
    }

    /// Whether an override is in effect for the run as a whole.
    func isIn(_ override: Core) -> Bool {
        container.core.descends(from: override) || (bound.core?.descends(from: override) ?? false)
    }

    /// Where the instance will be kept; nil where it will not.
    var cell: Cell? { own ?? home }

    /// Keeps the instance in an override's own cell.
    func move(to cell: Cell) {
        home?.remove(self)
        own?.remove(self)
        own = cell
        cell.add(self)
    }

    /// The innermost scope that was bound where the run began, which keeps it.
    var boundScope: Unmanaged<Scope>? { bound.scope(of: container.core.family) ?? inheritedScope.map { .passUnretained($0) } }

    /// Takes out the `.graph` instances, for the caller to let go of outside the lock: nobody else may have them any more.
    func takeGraph() -> GraphInstances? { madeGraph.take() }

    /// Takes out what the run noted.
    func takeNotes() -> (DependencyList, Handful<ActiveReplacement>) {
        defer { (dependencies, replacements) = (DependencyList(), Handful()) }
        return (dependencies, replacements)
    }

    /// Notes something that the run resolved.
    ///
    /// Taken out, changed and put back, so that no access to the list is checked for exclusivity: 70 instructions each.
    func note(_ element: DependencyList.Element, isIndirect: Bool) {
        var list = dependencies
        dependencies = DependencyList()
        list.insert(element, isIndirect: isIndirect)
        dependencies = list
    }

    /// Whether it noted nothing.
    var hasNoNotes: Bool { dependencies.elements.isEmpty && replacements.isEmpty }
}

extension Build {
    /// The nearest build, this one included, whose instance others share.
    var nearestShared: Build? {
        var build: Build? = self
        while let now = build, !now.isShared { build = now.parent }
        return build
    }

    /// The nearest build, this one included, of a lifetime whose instances outlive the resolve: one that keeps what it gets.
    var nearestHolder: Build? {
        var build: Build? = self
        while let now = build, !now.registration.lifetime.isShared { build = now.parent }
        return build
    }

    /// Whether a scope was there before the run began, so that what is in it may be noted.
    func sees(_ scope: Scope) -> Bool {
        !scope.isBound || boundScope?.takeUnretainedValue().isWithin(scope) ?? false || self.scope?.isWithin(scope) ?? false
    }

    /// Whether this build or one it is part of runs a registration.
    func contains(_ registration: Registration) -> Bool {
        var build: Build? = self
        while let now = build {
            if now.registration === registration || now.between.contains(where: { $0 === registration }) { return true }
            build = now.parent
        }
        return false
    }

    /// Whether this build is `other`, or part of it.
    func isWithin(_ other: Build) -> Bool {
        var build: Build? = self
        while let now = build {
            if now === other { return true }
            build = now.parent
        }
        return false
    }

    /// The runs from the outermost to this one.
    var path: [Registration] {
        var builds: [Build] = []
        var build: Build? = self
        while let now = build {
            builds.append(now)
            build = now.parent
        }
        return builds.reversed().flatMap { $0.between + [$0.registration] }
    }
}
