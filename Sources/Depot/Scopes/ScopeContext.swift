/// The scopes of a container that are opened and closed by hand, for the life cycles of a user interface.
///
/// ```swift
/// ScopeContext.shared.setCurrent(.screen, id: "HomeScreen")       // viewWillAppear
/// ScopeContext.shared.clear(.screen)                              // the screen is gone for good
/// ```
///
/// Of each kind one scope is current. Setting another one keeps the first, with its instances, until it is set again or cleared. A scope
/// is set inside the current ones of the kinds around it, and cleared with them. A scope that is bound to the task, by `withScope`, stands
/// before the current one of its kind. Every member may be called from any thread.
public struct ScopeContext: Sendable {
    fileprivate let container: Container

    /// That of the container in effect.
    public static var shared: ScopeContext { Container.shared.scopeContext }

    /// Makes the scope of this kind and id the current one: the one there is, with its instances, or a new one.
    ///
    /// - Parameters:
    ///   - kind: The kind of scope.
    ///   - id: Tells scopes of one kind apart.
    ///   - providing: Says what the scope is given; see ``ScopeProvisions``. A scope that is there already is given it in place of what it
    ///     was given before: what was made from that is made anew, as after `replace`.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    public func setCurrent(
        _ kind: ScopeKind, id: String, providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let list = ScopeProvisions.list(to: kind, of: container.effective, by: providing)
        kept(kind, id: id, SourceLine(file, line), of: container.effective, isCurrent: true, list)
    }

    /// Opens the scope of an id, or finds it, and gives it what is provided.
    ///
    /// It is the scope of `owner`, current only in the override that is in effect. What holds it, if anything, says what it is given.
    @inline(never)  // Called from two places.
    func kept(
        _ kind: ScopeKind, id: String, _ source: SourceLine, of owner: Container, isCurrent: Bool, _ provisions: Handful<Provision>,
        by holder: HeldScope? = nil
    ) {
        let view = isCurrent ? container.effective : owner
        let (home, core) = (owner.core, view.core)
        let (kept, ending, refused, left) = core.family.decide { ledger -> ((scope: Scope, isNew: Bool)?, Ending, [Unprovided], Scope?) in
            let isHere = home === core
            guard let kept = ledger.keptScope(kind, id: id, source, isCurrent: isCurrent && isHere, in: home) else {
                return (nil, Ending(), [], nil)
            }
            if isCurrent, !isHere { ledger.makeCurrent(kept.scope, in: core) }
            let (provisions, left) = holder?.hold(kept.scope, isCurrent: isCurrent) ?? (provisions, nil)
            let (ending, refused) = ledger.provide(provisions, to: kept.scope, on: core, isNew: kept.isNew)
            ending.lineUp(in: core.family, at: nil)
            return (kept, ending, refused, left)
        }
        if let kept, kept.isNew { core.family.tell(kept.scope, ContainerEvent.scopeOpened) }
        if isCurrent { core.family.tell(kept?.scope, ContainerEvent.scopeEntered) }
        Disposables.finish(ending, of: core, atOnce: true)
        view.report(refused, to: kind)
        if let left { owner.core.clear(left, at: nil) }
    }

    /// The id of the scope of a kind in which a resolve would be now: the one that is bound to the task, else the current one.
    ///
    /// Nil where no scope of the kind is open, or it was opened without an id.
    public func currentID(for kind: ScopeKind) -> String? {
        let core = container.effective.core
        return core.family.decide { $0.openScope(kind, for: core)?.id }
    }

    /// Drops a scope with its instances, those inside it first, and starts the disposals: `await container.settled()` waits for them, and
    /// their failures reach the observers.
    ///
    /// The current one where `id` is nil. Diagnostics name `file` and `line`.
    public func clear(_ kind: ScopeKind, id: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        let core = container.effective.core
        if let scope = settable(kind, id, of: core) { core.clear(scope, at: SourceLine(file, line)) }
    }

    /// Drops a scope with its instances, those inside it first, and waits for the disposals.
    ///
    /// Returns the disposals that failed; they do not stop the rest. Parameters as in ``clear(_:id:file:line:)``.
    @discardableResult
    public func close(
        _ kind: ScopeKind, id: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async -> [DisposalFailure] {
        let core = container.effective.core
        guard let scope = settable(kind, id, of: core) else { return [] }
        return await core.close(scope, at: SourceLine(file, line))
    }

    private func settable(_ kind: ScopeKind, _ id: String?, of core: Core) -> Scope? {
        core.decide { $0.settableScope(kind, id: id, of: core) }
    }
}

extension Container {
    /// The scopes of this container that are opened and closed by hand.
    ///
    /// What is set inside `withOverrides` is of the override and ends with it. Where the override, or a child, has set none of a kind, the
    /// one that it sees is current: that of what it overrides, or of the parent. Clearing it there ends it for all.
    public var scopeContext: ScopeContext { ScopeContext(container: self) }
}
