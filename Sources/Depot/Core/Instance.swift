public import Synchronization

/// A shared instance together with what it was made from.
///
/// What it was made from decides whether it may be handed out: an instance is *valid* while its registration and
/// all it depends on are still the ones in effect. That is looked up when the instance is next asked for, not
/// pushed to it when something changes, so replacing a key costs the same however many instances there are.
@usableFromInline
class Instance {  // The variables are guarded by the family's lock, except for the atomics.
    let registration: Registration
    private final let unretainedHome: Unmanaged<Core>
    private final var unretainedCell: Unmanaged<Cell>?  // Set and cleared by the cell, under the lock.
    /// What it was made from, and behind that what its `Lazy`s resolved later.
    final private(set) var elements: [DependencyList.Element] = []
    /// How much of that was resolved while it was made.
    final var firstDependencies: Int {
        get { Int(firstCount) }
        set { firstCount = UInt32(newValue) }
    }
    // Half a word, beside a flag: there is one for each service that is shared.
    private final var firstCount: UInt32 = 0
    /// Whether it can never be valid again, nor can what was made from it.
    final var isLost = false
    /// Tells it from all others of its family, and is greater than that of everything made before it.
    final var birth = 0
    private final var nanoseconds: Int64 = 0
    /// The type of what asked for it, the rest of whose key is in the details.
    private final var askingType: (any Any.Type)?
    /// The shortest-lived scope that it, or anything it was made from, lives in; it stays what it was when others could find the instance.
    final private(set) var metScope: Scope?
    private final var ownDetails: InstanceDetails?
    /// The last override that showed it to its readers: its ``Core/shownNumber`` of then.
    final let shownNumber = Atomic<UInt>(0)

    /// The epoch in which the instance was last found valid; read without the lock.
    ///
    /// The last property, so that it shares a line of the cache with the value.
    @usableFromInline let validEpoch = Atomic<UInt>(0)

    init(registration: Registration, home: Unmanaged<Core>) {
        self.registration = registration
        unretainedHome = home
        if case .cached(let duration, let elapsed) = registration.lifetime {
            let now = elapsed()
            writable.term = (now, now + duration)
        }
    }

    /// The container it resolved from; it outlives the instance.
    final var home: Core { unretainedHome.takeUnretainedValue() }

    /// Where it is kept.
    final var cell: Cell? {
        get { unretainedCell?.takeUnretainedValue() }
        set { unretainedCell = newValue.map { .passUnretained($0) } }
    }

    /// Whether it is kept there.
    final func isIn(_ cell: Cell) -> Bool { unretainedCell?.toOpaque() == Unmanaged.passUnretained(cell).toOpaque() }

    /// Notes the scope that it lives in.
    final func live(in scope: Scope) { metScope = scope }

    deinit {
        if elements.isEmpty { return }
        beginEnd()
        ThreadState.endRelease()
    }

    /// Has what it was made from released when its value has gone.
    ///
    /// The value may hold what it was made from, and so on: it goes first, link by link, while the others are still held.
    final func beginEnd() {
        let taken = elements
        elements = []
        ThreadState.beginRelease(of: consume taken)
    }

    /// Puts its value into another instance.
    ///
    /// - Parameters:
    ///   - registration: Whose instance that is.
    ///   - home: The container that it resolves from.
    /// - Returns: The other instance; nil where the value is not held here.
    func copy(for registration: Registration, home: Unmanaged<Core>) -> Instance? { nil }

    /// Whether it is held by others only.
    var isWeak: Bool { false }

    /// What is held weakly, while it is there.
    var object: AnyObject? { nil }
}

// What few instances have is in an object of its own, made when it is first written.
extension Instance {
    /// Of an instance that others can find, under the lock alone: the first look from an override makes it.
    private final var details: InstanceDetails? {
        #if DEBUG
            assert(birth == 0 || ThreadState.current.pointee.locks > 0, "Depot: what an instance notes was looked at outside the lock.")
        #endif
        return ownDetails
    }

    private final var writable: InstanceDetails { details ?? makeDetails() }

    @inline(never)
    private final func makeDetails() -> InstanceDetails {
        let made = InstanceDetails()
        ownDetails = made
        return made
    }

    /// What was resolved while it was made, and behind that what its `Lazy`s resolved later.
    final var dependencies: DependencyList {
        get { DependencyList(elements, indirect: details?.indirect ?? Marks()) }
        set {
            elements = newValue.elements
            // Only what a closure was seen to resolve is told apart by it, for the graph.
            if newValue.indirect != details?.indirect ?? Marks(), registration.isOpaque { writable.indirect = newValue.indirect }
        }
    }

    /// Takes it out to be changed and put in again, so that a list that nobody else has is not copied.
    final func takeDependencies() -> DependencyList {
        defer { elements = [] }
        return dependencies
    }

    /// Notes what it was made from.
    final func wasMade(from notes: consuming DependencyList) {
        firstCount = UInt32(notes.elements.count)
        if !notes.indirect.isEmpty, registration.isOpaque { writable.indirect = notes.indirect }
        elements = notes.elements
    }

    /// Itself, for what is not to keep it.
    final var watched: WatchedInstance {
        if let known = details?.watched { return known }
        let made = WatchedInstance(self)
        writable.watched = made
        return made
    }

    /// The override it belongs to; nil for all others.
    final var owner: Core? {
        get { details?.owner }
        set { if newValue != nil || details != nil { writable.owner = newValue } }
    }

    /// Whether its factory has met that override in its caller's context, and not in what it was asked of.
    final var isMetByCaller: Bool {
        get { details?.isMetByCaller ?? false }
        set { if newValue { writable.isMetByCaller = true } }
    }

    /// The override that it goes with: the one it belongs to, or in which a scope was given it.
    final var keepingOverride: Core? { owner ?? (home.isOverride ? home : nil) }

    /// The replacements it saw, itself or through what it depends on.
    ///
    /// It goes when one of them ends.
    final var replacements: Handful<ActiveReplacement> {
        get { details?.replacements ?? Handful() }
        set { if !newValue.isEmpty || details != nil { writable.replacements = newValue } }
    }

    /// Its disposal, if it has one; used when the instance is removed or its container closes.
    final var disposal: Disposables.Entry? {
        get { details?.disposal }
        set { if newValue != nil || details != nil { writable.disposal = newValue } }
    }

    /// The disposals of what only callers got while it was made, the last first, where it is of an override or a replacement.
    final var parts: [Disposables.Entry] {
        get { details?.parts ?? [] }
        set { if !newValue.isEmpty || details != nil { writable.parts = newValue } }
    }

    /// Whether there is anything to dispose when it ends.
    final var hasDisposals: Bool { details.map { $0.disposal != nil || !$0.parts.isEmpty } ?? false }

    /// What asked for it; for the report, which leaves out what lives in scopes.
    ///
    /// Its key: a registration keeps what its factory has captured, and may be that of a mock, a scope or a child, which end before the instance.
    final var madeFor: Key? {
        get { details?.askingKey ?? askingType.map { Key($0) } }
        set {
            askingType = newValue?.service
            if let newValue, !newValue.isTypeAlone { writable.askingKey = newValue }
        }
    }

    /// What keeps it from being disposed, where it was handed in.
    final var handedIn: HandedIn? {
        get { details?.handedIn }
        set { if newValue != nil || details != nil { writable.handedIn = newValue } }
    }

    /// The shortest-lived kind of scope that it, or anything it was made from, lives in, and the scope.
    final var met: (kind: ScopeKind, scope: Scope?)? {
        get { metScope.map { ($0.kind, $0) } ?? details?.metKind.map { ($0, nil) } }
        set {
            metScope = newValue?.scope
            if newValue != nil || details != nil { writable.metKind = newValue?.kind }
        }
    }

    /// Whether it belongs to no override, lives in no scope and saw no replacement.
    final var isOfNobody: Bool { metScope == nil && (details?.isOfNobody ?? true) }

    /// Whether it belongs to no override and no scope, nor anything it was made from, and saw no replacement.
    final var isEveryones: Bool { metScope == nil && (details?.isEveryones ?? true) }

    /// The epoch in which it was last found not to be valid.
    final var invalidEpoch: UInt {
        get { details?.invalidEpoch ?? 0 }
        set { writable.invalidEpoch = newValue }
    }

    /// What an override has found of it.
    final func verdict(of override: UInt, in epoch: UInt) -> Bool? { details?.verdicts.verdict(of: override, in: epoch) }

    /// Keeps what an override has found of it.
    @inline(never)
    final func keepVerdict(_ isValid: Bool, of override: UInt, in epoch: UInt) {
        writable.verdicts.keep(isValid, of: override, in: epoch)
    }

    /// How old its family was when it was made; for the report.
    final var madeAt: Duration {
        get { .nanoseconds(nanoseconds) }
        // To divide one duration by another goes by way of `Double`s, 180 instructions.
        set { nanoseconds = Int64(truncatingIfNeeded: newValue.attoseconds / 1_000_000_000) }
    }

    /// When it was made, on the registration's clock; nil where it has none.
    final var made: Duration? { details?.term?.start }

    /// Whether the instance's time is up.
    ///
    /// The clock is the user's, so the caller has read it before taking the lock.
    final func isExpired(at now: Duration?) -> Bool {
        guard let term = details?.term, let now else { return false }
        return now >= term.end
    }
}
