public import Synchronization

/// A shared instance together with what it was made from.
///
/// What it was made from decides whether it may be handed out: an instance is *valid* while its registration and
/// all it depends on are still the ones in effect. That is looked up when the instance is next asked for, not
/// pushed to it when something changes, so replacing a key costs the same however many instances there are.
@usableFromInline
class Instance: @unchecked Sendable {  // The variables are guarded by the family's lock, except for the atomic.
    let registration: Registration
    /// The epoch in which it was last found not to be.
    final var invalidEpoch: UInt = 0
    /// The same as overrides see it.
    final var verdicts = Verdicts()
    /// The last override that showed it to its readers: its ``Core/shownNumber`` of then.
    final let shownNumber = Atomic<UInt>(0)
    private final let unretainedHome: Unmanaged<Core>
    /// The override it belongs to; nil for all others.
    final unowned(unsafe) var owner: Core?
    /// What was resolved while it was made, and behind that what its `Lazy`s resolved later.
    final var dependencies = DependencyList()
    /// How much of that was resolved while it was made.
    final var firstDependencies: Int {
        get { Int(firstCount) }
        set { firstCount = UInt32(newValue) }
    }
    // Half a word, beside `isLost`: there is one for each service that is shared.
    private final var firstCount: UInt32 = 0
    /// Whether it can never be valid again, nor can what was made from it.
    final var isLost = false
    /// The replacements it saw, itself or through what it depends on.
    ///
    /// It goes when one of them ends.
    final var replacements = Handful<ActiveReplacement>()
    /// Its disposal, if it has one; used when the instance is removed or its container closes.
    final var disposal: Disposables.Entry?
    /// Tells it from all others of its family, and is greater than that of everything made before it.
    final var birth = 0
    /// The shortest-lived kind of scope that it, or anything it was made from, lives in, and the scope.
    final var met: (kind: ScopeKind, scope: Scope?)? {
        get { metKind.map { ($0, metScope) } }
        set { (metKind, metScope) = (newValue?.kind, newValue?.scope) }
    }
    // One by one, because a tuple of both is copied by a function of its own.
    private final var metKind: ScopeKind?
    final private(set) var metScope: Scope?
    /// Whether it belongs to no override and no scope, nor anything it was made from, and saw no replacement.
    final var isEveryones: Bool { owner == nil && metKind == nil && replacements.isEmpty }
    /// How old its family was when it was made; for the report, which leaves out what lives in scopes.
    ///
    /// Not an instant, an optional of which is copied by what its type says at run time.
    final var madeAt = Duration.zero
    /// What asked for it, likewise.
    final var madeFor: Registration?
    /// Where it is kept.
    final unowned(unsafe) var cell: Cell?  // Set and cleared by the cell, under the lock.
    /// When it was made and when it stops being handed out, on the registration's clock; nil where that is never.
    private let term: Term?

    /// In an object of its own, for few have one.
    private final class Term {
        let start: Duration
        let end: Duration

        init(start: Duration, end: Duration) {
            self.start = start
            self.end = end
        }
    }

    /// The epoch in which the instance was last found valid; read without the lock.
    ///
    /// The last property, so that it shares a line of the cache with the value.
    @usableFromInline let validEpoch = Atomic<UInt>(0)

    init(registration: Registration, home: Unmanaged<Core>) {
        self.registration = registration
        unretainedHome = home
        if case .cached(let duration, let stopwatch) = registration.lifetime {
            let now = stopwatch.elapsed()
            term = Term(start: now, end: now + duration)
        } else {
            term = nil
        }
    }

    /// The container it resolved from; it outlives the instance.
    final var home: Core { unretainedHome.takeUnretainedValue() }

    /// Notes the scope that it lives in.
    final func live(in scope: Scope) {
        metKind = scope.kind
        metScope = scope
    }

    /// Notes something that one of its `Lazy`s resolved.
    ///
    /// - Returns: Whether it was not noted before.
    final func note(_ element: DependencyList.Element) -> Bool {
        var list = dependencies
        // Released here, so that a list that nobody else has is not copied.
        dependencies = DependencyList()
        defer { dependencies = list }
        return list.insert(element)
    }

    /// Whether its `Lazy`s may have resolved anything.
    final var hasLateDependencies: Bool { dependencies.elements.count > firstDependencies }

    /// Takes out what its `Lazy`s resolved, for the caller to release outside the lock; whether it is valid still depends on that.
    ///
    /// - Returns: All that it has noted; nil where that is only what it was made from.
    final func takeLateDependencies() -> DependencyList? {
        if !hasLateDependencies { return nil }
        let taken = dependencies
        if isLost {
            dependencies = taken.first(firstDependencies)
        } else {
            let rest = taken.withoutInstances(after: firstDependencies, for: home)
            (dependencies, firstDependencies) = (rest.list, rest.list.elements.count)
            if rest.isLost { isLost = true }
        }
        return taken
    }

    deinit {
        if postponeDependencies() { ThreadState.releasePostponed() }
    }

    /// Has what it was made from released later, when it goes.
    ///
    /// - Returns: Whether the caller has to see to that; if not, someone further out does.
    fileprivate final func postponeDependencies() -> Bool {
        if dependencies.elements.isEmpty { return false }
        let elements = dependencies.elements
        dependencies = DependencyList()
        return ThreadState.postpone(consume elements)
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

    /// When it was made, on the registration's clock; nil where it has none.
    final var made: Duration? { term?.start }

    /// Whether the instance's time is up.
    ///
    /// The clock is the user's, so the caller has read it before taking the lock.
    final func isExpired(at now: Duration?) -> Bool {
        guard let term, let now else { return false }
        return now >= term.end
    }
}

/// An instance that the container holds.
@usableFromInline
final class TypedInstance<Service>: Instance, @unchecked Sendable {  // `value` is immutable; see `Instance` for the rest.
    @usableFromInline let value: Service
    /// Goes after the value, because it stands behind it.
    private var end = InstanceEnd()

    @usableFromInline
    init(_ value: consuming Service, registration: Registration, home: Unmanaged<Core>) {
        self.value = value
        super.init(registration: registration, home: home)
    }

    /// Makes a service and the instance that holds it.
    ///
    /// - Returns: The instance, and whether the service may be `Disposable`.
    @inlinable
    @Sendable
    static func made(
        by factory: (Resolver) throws -> Service, _ resolver: Resolver, _ registration: Registration, _ home: Unmanaged<Core>
    ) throws -> (Instance, mayBeDisposable: Bool) {
        let service = try factory(resolver)
        let mayBeDisposable = withUnsafePointer(to: service) { registration.mayBeDisposable(valueAt: $0) }
        return (TypedInstance(consume service, registration: registration, home: home), mayBeDisposable)
    }

    override func copy(for registration: Registration, home: Unmanaged<Core>) -> Instance? {
        TypedInstance(value, registration: registration, home: home)
    }

    deinit {
        // The value may hold what it was made from, and so on: it goes first, link by link, while the others are still held.
        end.isDue = postponeDependencies()
    }
}

/// Releases what an instance was made from when it goes.
///
/// Not inside the generic class, where it would be a type for each service.
private struct InstanceEnd: ~Copyable {
    var isDue = false

    deinit {
        if isDue { ThreadState.releasePostponed() }
    }
}

/// An instance that lives as long as someone else holds it.
final class WeakInstance: Instance, @unchecked Sendable {  // A weak reference is read atomically.
    private weak let held: AnyObject?

    init(_ object: AnyObject, registration: Registration, home: Unmanaged<Core>) {
        held = object
        super.init(registration: registration, home: home)
    }

    override var isWeak: Bool { true }
    override var object: AnyObject? { held }
}
