public import Synchronization

/// What a container shares with its children, its overrides and its scopes: one short lock, and the epoch.
@usableFromInline
final class Family: Sendable {
    /// The disposals that nobody awaits.
    let pendingDisposals = DisposalQueue()
    /// Held while a disposal takes its turn, or ends; nothing else is locked meanwhile but a queue.
    let disposalLock = Locked(())
    /// When it was made, for the report.
    let start = ContinuousClock.now
    /// Its scopes that are decided about without its lock.
    let shards = ScopeShards()
    /// What ends a container that nobody holds any more.
    ///
    /// Handed in, because the decisions that it takes lie above this.
    let end: @Sendable (Core) -> Void
    private let ledger: Locked<Ledger>
    /// The ledger's epoch, for readers without the lock: what was valid then is valid.
    @usableFromInline let epoch = Atomic<UInt>(1)
    /// How many observe.
    let observerCount = Atomic<Int>(0)
    /// Keeps what readers look at, above, off the line of the cache with what each override of another thread writes, below.
    ///
    /// What stands before the epoch keeps that off the line with the reference count.
    private let distance = (0, 0, 0, 0, 0, 0, 0)
    /// The ledger's verdict epoch, for readers in overrides.
    let verdictEpoch = Atomic<UInt>(1)
    /// The open overrides, the running async factories and the observers: while it is 0, a reader need not look at its task.
    let matters = Atomic<Int>(0)
    /// The number of async factories that run.
    let asyncBuilds = Atomic<Int>(0)
    /// How many numbers overrides have taken, to tell what they have found of instances of others.
    let verdictNumbers = Atomic<UInt>(0)

    init(ending end: @escaping @Sendable (Core) -> Void) {
        ThreadState.prepare
        self.end = end
        ledger = Locked(Ledger(shards: shards))
        decide { $0.family = ObjectIdentifier(self) }
    }

    /// The async factories that run, of whichever container.
    private static let allAsyncBuilds = Atomic<Int>(0)

    /// Whether an async factory of any container runs: one may wait for a service of another.
    static var runsAsync: Bool { allAsyncBuilds.load(ordering: .relaxed) > 0 }

    /// Counts an async factory that begins in the running task: what the task resolves until its end is noted.
    func beginAsyncRun() {
        asyncBuilds.add(1, ordering: .relaxed)
        Self.allAsyncBuilds.add(1, ordering: .relaxed)
        matters.add(1, ordering: .relaxed)
    }

    /// Counts it no more.
    func endAsyncRun() {
        matters.subtract(1, ordering: .relaxed)
        Self.allAsyncBuilds.subtract(1, ordering: .relaxed)
        asyncBuilds.subtract(1, ordering: .relaxed)
    }

    /// The time since it was made.
    ///
    /// Not inlined: the layout of an instant is looked up on entry, also where nobody asks.
    var age: Duration {
        @inline(never) get { start.duration(to: .now) }
    }

    /// Decides something under the lock, shows readers the new epoch, and carries out what that leaves to be done.
    func decide<Result: ~Copyable, Failure: Error>(
        _ body: (inout Ledger) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let ledger = begin()
        defer { end(ledger) }
        return try body(&ledger.pointee)
    }

    @inline(never)  // As the end: a decision is made in 160 places.
    private func begin() -> UnsafeMutablePointer<Ledger> {
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.decides.reach()
        #endif
        let locked = ledger.lock()
        #if DEBUG
            ThreadState.current.pointee.locks += 1
        #endif
        return locked
    }

    @inline(never)
    private func end(_ decided: UnsafeMutablePointer<Ledger>) {
        let effects = decided.pointee.hasNews ? publish(&decided.pointee) : nil
        #if DEBUG
            ThreadState.current.pointee.locks -= 1
        #endif
        ledger.unlock()
        #if DEBUG || DEPOT_SCHEDULES
            SyncPoint.decided.reach()
        #endif
        effects?.carryOut(in: self)
    }

    /// Shows readers the ledger's epochs, and takes out what is left to be done; under the lock.
    ///
    /// Not inlined, because most decisions have nothing of the kind.
    @inline(never)
    private func publish(_ ledger: inout Ledger) -> Effects? {
        ledger.hasNews = false
        if epoch.load(ordering: .relaxed) != ledger.epoch { epoch.store(ledger.epoch, ordering: .releasing) }
        if verdictEpoch.load(ordering: .relaxed) != ledger.verdictEpoch { verdictEpoch.store(ledger.verdictEpoch, ordering: .releasing) }
        let effects = ledger.effects.take()
        effects?.lineUp(in: self)
        return effects
    }
}

/// What is decided for the family as a whole.
///
/// Not copyable: where a method is called in a closure, the compiler would copy all of it.
struct Ledger: ~Copyable {
    /// Whose ledger it is.
    fileprivate(set) var family: ObjectIdentifier?
    /// Counts the changes that may make an instance outdated for everyone.
    private(set) var epoch: UInt = 1
    /// Counts those and the changes inside overrides, which only what resolves there can see.
    private(set) var overrideEpoch: UInt = 1
    /// Counts those and what instances were found to depend on after they were made: what an override found of an instance may be otherwise.
    private(set) var verdictEpoch: UInt = 1
    /// Those who are told of events.
    var observers: [Observer] = []
    /// The keys that something was made without, because they were not registered.
    ///
    /// A family asks for a limited number of keys, so this does not grow with use.
    private(set) var absentKeys: Set<Key> = []
    /// The types that a child or an override decorates.
    ///
    /// A family decorates a limited number of types, so this does not grow with use.
    var typesDecoratedBelow: Set<ObjectIdentifier> = []
    /// The scopes that were opened in no other, but for those that are reserved.
    var scopes = ScopeList()
    /// Where those are.
    let shards: ScopeShards
    /// Whether any container of the family has closed, overrides aside.
    var hasClosedContainers = false
    /// What is left to be done outside the lock; see ``Effects``.
    fileprivate var effects: Effects?
    /// Whether an epoch was advanced, or something is left to be done.
    fileprivate var hasNews = false
    private var births = 0
    private var contributions = 0
    private var tickets = 0
    private var openedOverrides = 0

    init(shards: ScopeShards) {
        self.shards = shards
    }

    /// Makes every instance prove that it is still valid before it is handed out again; for a change in an override, nobody outside has to.
    mutating func advanceEpoch(of core: Core) {
        advanceOverrideEpoch()
        if core.overriding == nil { epoch += 1 }
    }

    /// Makes overrides check again what they found valid, and runs what they have resolved.
    ///
    /// For what can be seen in overrides alone: outside of them nobody has to prove anything.
    mutating func advanceOverrideEpoch() {
        overrideEpoch += 1
        advanceVerdictEpoch()
    }

    /// Makes overrides check again what they found valid, because an instance depends on more than it did.
    ///
    /// What was noted is valid outside of every override, so nobody there has to.
    mutating func advanceVerdictEpoch() {
        verdictEpoch += 1
        hasNews = true
    }

    /// What is left to be done when the lock is given back; made when it is first needed.
    var leftover: Effects {
        @inline(never) mutating get {
            if let effects { return effects }
            let made = Effects()
            effects = made
            hasNews = true
            return made
        }
    }

    /// A number for an instance; later ones are greater.
    mutating func nextBirth() -> Int {
        births += 1
        return births
    }

    /// A number for a contribution; later ones are greater.
    ///
    /// One for all relatives, for they are listed together.
    mutating func nextContribution() -> Int {
        contributions += 1
        return contributions
    }

    /// Notes that a copy took over a contribution with its number.
    mutating func reserveContribution(_ number: Int) { contributions = max(contributions, number) }

    /// Notes that something was made without a key.
    mutating func noteAbsence(of key: Key) { absentKeys.insert(key) }

    /// A number for an override; later ones are greater.
    mutating func nextOverride() -> Int {
        openedOverrides += 1
        return openedOverrides
    }

    /// A number that tells two waiters apart.
    mutating func nextTicket() -> Int {
        tickets += 1
        return tickets
    }
}
