/// How scopes open and close.
extension Ledger {
    /// Opens a scope.
    mutating func open(_ scope: Scope) {
        if let parent = scope.parent {
            parent._withUnsafeGuaranteedRef { $0.inner.insert(scope) }
        } else {
            scopes.insert(scope)
        }
    }

    /// Has a scope that is reserved join the family: whatever is decided in it is decided under the lock of that from now on.
    mutating func join(_ scope: Scope) {
        if scope.isReserved { joinReserved(scope) }
    }

    @inline(never)
    private mutating func joinReserved(_ scope: Scope) {
        guard let shard = scope.shard, shard._withUnsafeGuaranteedRef({ $0.handOver(scope) }) else { return }
        take(scope)
    }

    /// Takes over an open scope that has just joined.
    @inline(never)
    private mutating func take(_ scope: Scope) {
        scopes.insert(scope)
        // So far they were counted in their scope alone.
        if scope.births == 0 { return }
        for instance in scope.instances {
            instance.birth = nextBirth()
            instance.disposal?.order = instance.birth
        }
    }

    /// Closes a scope and, before it, those that lie in it; at a line, or where its operation or its holder ended.
    ///
    /// - Returns: What is left to be done; nothing where it had been closed.
    mutating func close(_ scope: Scope, at source: SourceLine? = nil) -> Ending {
        var ending = Ending()
        join(scope)
        if !scope.isClosed { scope.closedAt = source }
        close(scope, into: &ending)
        return ending
    }

    /// Closes every scope that was opened on a container or on an override of it, and takes its services out of all others.
    ///
    /// The inner kinds come first, because what lives in them may have been made from what lives in the others; of one kind the latest. An override
    /// closes its own scopes first. What it has in the others may have been made from all else that it has, and the reverse.
    ///
    /// - Returns: From where on the disposals are to be put in order together with the rest.
    mutating func closeScopes(of core: Core, into ending: inout Ending) -> Int {
        func isOwn(_ scope: Scope) -> Bool { scope.core === core || scope.core.original === core || scope.core.isOverride(of: core) }
        func rank(_ scope: Scope) -> (Int, Int, ContinuousClock.Instant) {
            (core.isOverride && isOwn(scope) ? 1 : 0, scope.kind.depth, scope.opened)
        }
        var reached: [Scope] = []
        // No reserved scope was opened in an override, or has a service of one: they go on under their own locks.
        if core.overriding == nil { takeReserved() }
        scopes.forEach { scope in if isOwn(scope) || core.mayBeInScopes && scope.hasAny(of: core) { reached.append(scope) } }
        var rest: Int?
        // A scope stands in the list since it joined, which one that was opened before may have done later.
        for scope in reached.ordered(by: { rank($0) > rank($1) }) {
            // Those that lie in others are closed with them, or before them.
            if isOwn(scope) {
                close(scope, into: &ending)
                continue
            }
            let start = ending.disposalCount
            for cell in scope.removeAll(of: core, into: &ending) { cell.end(into: &ending) }
            if core.isOverride { rest = rest ?? start } else { ending.order(from: start) }
        }
        return rest ?? ending.disposalCount
    }

    private mutating func close(_ scope: Scope, into ending: inout Ending) {
        guard !scope.isClosed else { return }
        // One that is bound is held by who opened it, until that has been here.
        if !scope.isBound { ending.remains.append(scope) }
        // The latest stands first.
        while let inner = scope.inner.first { close(inner.takeUnretainedValue(), into: &ending) }
        let start = ending.disposalCount
        let facts = observers.isEmpty ? nil : ContainerEvent.Scope(scope)
        scope.end(into: &ending)
        if scope.isMetOutside { advanceEpoch(of: scope.core.overridden) }
        if let parent = scope.parent { parent._withUnsafeGuaranteedRef { $0.inner.remove(scope) } } else { scopes.remove(scope) }
        forgetCurrent(scope)
        if let facts {
            let open = scope.opened.duration(to: .now)
            ending.events.append(.scopeClosed(facts, open: open, made: scope.madeCount, disposed: ending.disposalCount - start))
        }
    }

    /// Every open scope, those inside others after them.
    mutating func forEachScope(_ body: (Scope) -> Void) {
        takeReserved()
        scopes.forEach(body)
    }

    /// Not inlined, so that it is there once.
    @inline(never)
    private mutating func takeReserved() { for scope in shards.handOverAll() { take(scope) } }

    /// Opens a scope for a task: in the one that is bound to it, else in the current ones of the kinds around it.
    mutating func openBound(
        _ kind: ScopeKind, id: String?, _ source: SourceLine, in core: Core, keeping container: Container?,
        values: Ambient? = nil, bound: Unmanaged<Scope>?
    ) -> Scope {
        let outer = bound?.takeUnretainedValue() ?? currentScope(around: kind, of: core)
        if let outer { join(outer) }
        let scope = Scope(
            kind, id: id, source: source, core: core, keeping: container, values: values, outer: outer, isBound: true)
        open(scope)
        return scope
    }

    /// The innermost current scope of the kinds around one.
    ///
    /// Not inlined: a server has none.
    @inline(never)
    private func currentScope(around kind: ScopeKind, of core: Core) -> Scope? {
        guard shards.hasKeptScopes, let outer = kind.outer else { return nil }
        return currentScope(outer, of: core) ?? currentScope(around: outer, of: core)
    }
}
