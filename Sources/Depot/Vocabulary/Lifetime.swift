/// How long an instance lives that only the caller gets; its type need not be `Sendable`.
public struct UniqueLifetime: Sendable {
    let lifetime: Lifetime

    /// A new instance at each resolve.
    ///
    /// The default.
    public static let transient = UniqueLifetime(lifetime: .transient)
    /// One instance for each outermost resolve: everything that is built for it shares the instance.
    ///
    /// With runtime arguments, one for each value of them; one that is not `Hashable` is equal to no other.
    ///
    /// In a child container too; but a parent's shared service that is made on the way resolves from the parent, and gets one of its own.
    public static let graph = UniqueLifetime(lifetime: .graph)
}

/// How long an instance lives that several callers share; its type is `Sendable` or confined to the main actor.
public struct SharedLifetime: Sendable {
    let lifetime: Lifetime

    /// One instance for the container, made when it is first asked for.
    public static let singleton = SharedLifetime(lifetime: .singleton)
    /// A singleton that `start()` builds.
    ///
    /// One with runtime arguments is made when it is first asked for, and so is what a closure or a function replaces one by.
    public static let eager = SharedLifetime(lifetime: .eager)
    /// One instance for as long as someone outside the container holds it; a new one after.
    ///
    /// A ``Lazy`` does not hold it. Where it is `Disposable`, it is disposed at the end of the container if it is still there.
    ///
    /// For classes.
    public static let weak = SharedLifetime(lifetime: .weak)

    /// One instance for each scope of a kind; while none is open, a resolve is ``ResolutionError/scopeNotOpen(_:)``.
    public static func scoped(_ kind: ScopeKind) -> SharedLifetime { SharedLifetime(lifetime: .scoped(kind)) }

    /// One instance for as long as `duration`, counted from when it was made; a new one after.
    ///
    /// What holds it keeps it, whatever its time: take a ``Provider`` where it must be a fresh one. Where it is `Disposable`, it is disposed
    /// when another takes its place, also while somebody holds it. `clock` measures the time; a test passes one it can turn.
    public static func cached(
        for duration: Duration, clock: some Clock<Duration> = ContinuousClock()
    ) -> SharedLifetime {
        let start = clock.now
        return SharedLifetime(lifetime: .cached(duration, elapsed: { start.duration(to: clock.now) }))
    }
}

/// What both lifetimes come down to inside.
enum Lifetime: Sendable {
    case transient
    case graph
    case singleton
    case eager
    case weak
    case scoped(ScopeKind)
    /// For as long as that, by the time since the lifetime was made, on a clock of any type.
    indirect case cached(Duration, elapsed: @Sendable () -> Duration)  // In an object of its own, for it is rare and large.

    /// The time on the clock of a `.cached` lifetime.
    ///
    /// Runs the user's code.
    var now: Duration? {
        guard case .cached(_, let elapsed) = self else { return nil }
        return elapsed()
    }

    /// Whether several callers get the same instance.
    var isShared: Bool {
        switch self {
        case .transient, .graph: false
        case .singleton, .eager, .weak, .scoped, .cached: true
        }
    }

    /// The kind of scope that an instance lives in.
    var scopeKind: ScopeKind? {
        guard case .scoped(let kind) = self else { return nil }
        return kind
    }

    /// Whether everything that is built for one outermost resolve gets the same instance.
    var isGraph: Bool {
        if case .graph = self { return true }
        return false
    }

    /// Whether an instance, once made, is the one until something is registered, replaced or closed.
    var isPermanent: Bool {
        switch self {
        case .singleton, .eager: true
        case .transient, .graph, .weak, .scoped, .cached: false
        }
    }

    /// Whether `start()` builds an async service of this lifetime.
    var isBuiltByStart: Bool { isPermanent }

    /// Whether the container does not hold the instance itself.
    var isWeak: Bool {
        if case .weak = self { return true }
        return false
    }

    /// Whether an instance, once made, is kept for those who share it, so that it may be claimed at once and shown to readers without a lock.
    var isPublishable: Bool {
        switch self {
        case .singleton, .eager, .scoped: true
        case .transient, .graph, .weak, .cached: false
        }
    }
}

extension Lifetime: CustomStringConvertible {
    var description: String {
        switch self {
        case .transient: "transient"
        case .graph: "graph"
        case .singleton: "singleton"
        case .eager: "eager"
        case .weak: "weak"
        case .scoped(let kind): "scoped to \(kind)"
        case .cached(let duration, _): "cached for \(duration)"
        }
    }
}

extension Lifetime {
    /// A replacement of an eager singleton is built when it is asked for.
    var whileReplaced: Lifetime {
        if case .eager = self { return .singleton }
        return self
    }
}
