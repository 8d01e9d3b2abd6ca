extension Container {
    /// Opens a scope for one operation and its child tasks, and closes it at the end, also on a throw.
    ///
    /// What is registered as `.scoped(kind)` has one instance inside. `Container.shared` is this container there. A scope that is
    /// opened inside another is closed with it at the latest. What is `Disposable` is disposed after the end, in reverse order
    /// of creation: `await settled()` waits for that; failures reach the observers. Async code gets the async form, which waits for the
    /// disposals, also where the operation has no `await`.
    ///
    /// - Parameters:
    ///   - kind: The kind of scope.
    ///   - id: What diagnostics call it, and `ScopeContext.currentID(for:)` gives.
    ///   - providing: Says what the scope is given; see ``ScopeProvisions``.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    ///   - operation: What runs inside.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @inlinable
    @_disfavoredOverload
    @discardableResult
    public func withScope<Result, Failure: Error>(
        _ kind: ScopeKind, id: String? = nil, providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none,
        file: StaticString = #fileID, line: UInt = #line, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The outcome is kept here, where its type is known: looking it up costs 4 c.
        var outcome: Swift.Result<Result, Failure>?
        run(in: nil, kind, id, providing, file, line) { outcome = Swift.Result(catching: operation) }
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Opens a scope for one async operation and its child tasks, and closes it at the end, also on a throw or when cancelled.
    ///
    /// ```swift
    /// try await container.withScope(.request, id: "r-42") {
    ///     try await Container.shared.resolve(Handler.self).run()
    /// }
    /// ```
    ///
    /// What is registered as `.scoped(kind)` has one instance inside. `Container.shared` is this container there. A scope that is opened
    /// inside another is closed with it at the latest. What is `Disposable` is disposed before this returns, in reverse order of creation,
    /// on the caller's actor, and whether or not the task was cancelled. A task that outlives the operation gets
    /// ``ResolutionError/closed(_:)`` where it resolves something of the scope. Throws what the operation throws; else a ``DisposalError``
    /// where something could not be disposed. Parameters as in the synchronous form.
    @discardableResult
    nonisolated(nonsending) public func withScope<Result>(
        _ kind: ScopeKind, id: String? = nil, providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none,
        file: StaticString = #fileID, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await run(in: nil, kind, id, providing, SourceLine(file, line), operation)
    }
}

extension Container {
    /// Runs an operation in a new scope, which lies in the given one, or else in that which is in effect.
    @usableFromInline
    @inline(never)
    func run(
        in outer: Scope?, _ kind: ScopeKind, _ id: String?, _ providing: (inout ScopeProvisions) -> Void, _ file: StaticString,
        _ line: UInt, _ operation: () -> Void
    ) {
        let (bound, scope) = opened(kind, id, providing, SourceLine(file, line), in: outer)
        Context.$bound.withValue(bound, operation: operation)
        // In one expression: what the end has left is not copied then.
        let disposal = withExtendedLifetime(bound) {
            core.unretainedFamily._withUnsafeGuaranteedRef { $0.close(scope, isAwaited: false).release(telling: $0) }
        }
        Disposables.dispose(disposal, of: core, atOnce: true)
    }

    /// Runs an async operation in a new scope, which lies in the given one, or else in that which is in effect.
    func run<Result>(
        in outer: Scope?, _ kind: ScopeKind, _ id: String?, _ providing: (inout ScopeProvisions) -> Void, _ source: SourceLine,
        _ operation: () async throws -> Result
    ) async throws -> Result {
        let (bound, unretained) = opened(kind, id, providing, source, in: outer)
        let scope = unretained.takeUnretainedValue()
        let result: Result
        do {
            result = try await Context.bind(bound, operation)
        } catch {
            // The operation's error is the one to tell; the observers are told of the others.
            _ = await close(scope)
            throw error
        }
        let failures = await close(scope)
        if !failures.isEmpty { throw DisposalError(failures: failures) }
        return result
    }

    /// What to bind for an operation in a new scope, and the scope, which that keeps; what is bound is read once, for that costs 0.5 c.
    private func opened(
        _ kind: ScopeKind, _ id: String?, _ providing: (inout ScopeProvisions) -> Void, _ source: SourceLine, in outer: Scope?
    ) -> (Bound, Unmanaged<Scope>) {
        // Whether or not a container was ever bound: dependency values may be.
        let now = Context.bound
        guard !core.mayBeOverridden else { return effective(in: now).opened(kind, id, providing, source, in: outer, around: now) }
        return opened(kind, id, providing, source, in: outer, around: now)
    }

    @inline(never)  // Called from two places.
    private func opened(
        _ kind: ScopeKind, _ id: String?, _ providing: (inout ScopeProvisions) -> Void, _ source: SourceLine, in outer: Scope?,
        around now: Bound
    ) -> (Bound, Unmanaged<Scope>) {
        let provisions = ScopeProvisions.list(to: kind, of: self, by: providing)
        let bound = outer.map { .passUnretained($0) } ?? core.unretainedFamily._withUnsafeGuaranteedRef { now.unretained.scope(of: $0) }
        let isAlone = now.isNothing
        let scope: Scope
        if bound == nil, let reserved = reserved(kind, id, provisions, source, keeping: isAlone ? self : nil, values: now.values) {
            scope = reserved
        } else {
            let container = isAlone ? self : nil
            scope = core.decide { $0.openBound(kind, id: id, source, in: core, keeping: container, values: now.values, bound: bound) }
            if !provisions.isEmpty { provide(provisions, to: scope) }
        }
        if core.isObserved { core.family.tell(scope, ContainerEvent.scopeOpened) }
        guard isAlone else { return (.context(.inside(scope, of: self, in: now.context)), .passUnretained(scope)) }
        Context.noteBinding()
        return (.scope(scope), .passUnretained(scope))
    }

    /// Opens a scope without the family's lock, in no other.
    ///
    /// Nil where it may lie in another, or is given what that lock has to be taken for.
    private func reserved(
        _ kind: ScopeKind, _ id: String?, _ provisions: Handful<Provision>, _ source: SourceLine, keeping container: Container?,
        values: Ambient?
    ) -> Scope? {
        let shards = core.unretainedFamily._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.shards) }
        guard core.unretainedOverriding == nil, shards._withUnsafeGuaranteedRef({ !$0.hasKeptScopes }) else { return nil }
        let shard = shards._withUnsafeGuaranteedRef { $0.ofThread }
        let scope = Scope(
            kind, id: id, source: source, core: core, keeping: container, values: values, outer: nil, isBound: true, shard: shard)
        guard provisions.isEmpty || gives(provisions, to: scope) else {
            var ending = Ending()
            core.decide { _ in scope.end(into: &ending) }
            _ = ending.release()
            return nil
        }
        shard._withUnsafeGuaranteedRef { $0.open(scope) }
        return scope
    }

    /// Gives a new scope what was provided.
    ///
    /// Not inlined: most are given nothing.
    @inline(never)
    private func provide(_ provisions: Handful<Provision>, to scope: Scope) {
        let (ending, refused) = core.decide { $0.provide(provisions, to: scope, on: core, isNew: true) }
        _ = ending.release()
        report(refused, to: scope.kind)
    }

    private func close(_ scope: Scope) async -> [DisposalFailure] {
        let disposal = core.family.close(.passUnretained(scope), isAwaited: true).release(telling: core.family)
        // Nobody else makes the site of a scope that has closed.
        if disposal == nil, scope.disposalSite == nil { return [] }
        return await Disposables.disposed(disposal, at: .scope(scope), of: core.family)
    }
}

extension Family {
    /// Closes a scope that the caller keeps; nothing is left to be done where it had been closed.
    fileprivate func close(_ scope: Unmanaged<Scope>, isAwaited: Bool) -> Ending {
        if !isObserved, let shard = scope._withUnsafeGuaranteedRef({ $0.shard }),
            let ending = shard._withUnsafeGuaranteedRef({ $0.close(scope, isAwaited: isAwaited) })
        {
            return ending
        }
        return decide { ledger in
            let ending = scope._withUnsafeGuaranteedRef { ledger.close($0) }
            if ending.disposal != nil { ending.lineUp(in: self, at: .scope(scope.takeUnretainedValue()), isAwaited: isAwaited) }
            return ending
        }
    }
}
