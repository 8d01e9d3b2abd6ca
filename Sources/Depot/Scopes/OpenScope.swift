/// A scope that is open, as ``Container/scopes`` lists it.
public struct OpenScope: Sendable, CustomStringConvertible {
    /// Its kind.
    public let kind: ScopeKind
    /// Its id, where it was given one.
    public let id: String?
    /// When it was opened.
    public let opened: ContinuousClock.Instant
    /// How many shared instances live in it.
    public let instances: Int
    /// What it was given, as a person would write the types.
    public let given: [String]
    /// Whether a task is bound to it, by `withScope`; the others were set by a ``ScopeContext``.
    public let isBoundToTask: Bool
    /// The kinds of the scopes that it lies in, the outermost first.
    public let path: [ScopeKind]

    /// The kind and id, how long it has been open, and with how many instances.
    public var description: String {
        let name = "\(kind)" + (id.map { " \($0.literal)" } ?? "")
        return "\(name), open for \(opened.duration(to: .now).written), \(counted(instances, "instance"))"
    }
}

extension Container {
    /// The scopes that are open on this container, those inside others after them.
    public var scopes: [OpenScope] {
        let core = effective.core
        return core.family.decide { ledger in
            // Not the scopes themselves: the last reference to one may not go under the lock.
            var scopes: [OpenScope] = []
            ledger.forEachScope { if core.lists($0) { scopes.append($0.listed) } }
            return scopes.ordered { $0.opened < $1.opened }
        }
    }

    /// Whether resolving a scoped service while no scope of its kind is open is ``ResolutionError/scopeNotOpen(_:)``.
    ///
    /// True to begin with. Where it is false, such a resolve makes a fresh instance each time, which nobody shares: a screen that was
    /// opened before its session keeps a session of its own for ever, and what is `Disposable` lives until the scope that the task is in ends, or
    /// else the container. A child and an override are as strict as what they stand on until they are told otherwise.
    public var strictScopes: Bool {
        get {
            let core = effective.core
            return core.family.decide { $0.isStrict(core) }
        }
        set {
            let core = effective.core
            core.family.decide { _ in core.writable.strictScopes = newValue }
        }
    }
}

extension Core {
    /// Whether a scope is one of this container or of what it stands on, as the overrides in effect have that; or one of an override opened in those.
    fileprivate func lists(_ scope: Scope) -> Bool {
        let (own, others, container) = (overrides, scope.core.overrides, scope.core.overridden)
        if overridden.descends(from: container), own.isSuperset(of: others) { return true }
        return container === overridden && own.isSubset(of: others)
    }

    /// The overrides in effect, whatever container they are seen from.
    private var overrides: Set<ObjectIdentifier> { Set(layers.map { ObjectIdentifier($0.opened) }) }
}

extension Scope {
    fileprivate var listed: OpenScope {
        OpenScope(
            kind: kind, id: id, opened: opened, instances: allCells.reduce(0) { $0 + $1.instances.count }, given: given,
            isBoundToTask: isBound, path: enclosing.dropFirst().map(\.kind).reversed())
    }
}
