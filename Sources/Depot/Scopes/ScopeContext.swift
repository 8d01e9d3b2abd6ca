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
    private let container: Container

    init(_ container: Container) {
        self.container = container
    }

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
        kept(kind, id: id, SourceLine(file, line), of: container.effective, isCurrent: true) { _ in list }
    }

    /// Opens the scope of an id, or finds it, and gives it what is provided.
    ///
    /// It is the scope of `owner`, current only in the override that is in effect. `provisions` is called under the family's lock, and not where
    /// the container is closed.
    func kept(
        _ kind: ScopeKind, id: String, _ source: SourceLine, of owner: Container, isCurrent: Bool,
        _ provisions: (Scope) -> Handful<Provision>
    ) {
        let view = isCurrent ? container.effective : owner
        let (home, core) = (owner.core, view.core)
        let (scope, isNew, ending, refused) = core.family.decide { ledger -> (Scope?, Bool, Ending, [Unprovided]) in
            let isHere = home === core
            guard let (scope, isNew) = ledger.keptScope(kind, id: id, source, isCurrent: isCurrent && isHere, in: home) else {
                return (nil, false, Ending(), [])
            }
            if isCurrent, !isHere { ledger.makeCurrent(scope, in: core) }
            let (ending, refused) = ledger.provide(provisions(scope), to: scope, on: core, isNew: isNew)
            ending.lineUp(in: core.family, at: nil)
            return (scope, isNew, ending, refused)
        }
        if isNew { core.family.tell(scope, ContainerEvent.scopeOpened) }
        if isCurrent { core.family.tell(scope, ContainerEvent.scopeEntered) }
        Disposables.dispose(ending.release(telling: core.family), of: core, atOnce: true)
        view.report(refused, to: kind)
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
    /// - Parameters:
    ///   - kind: The kind of scope.
    ///   - id: Which one; the current one where it is nil.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    public func clear(_ kind: ScopeKind, id: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        let core = container.effective.core
        Disposables.dispose(end(kind, id: id, SourceLine(file, line), of: core, isAwaited: false)?.disposal, of: core, atOnce: true)
    }

    /// Drops a scope with its instances, those inside it first, and waits for the disposals.
    ///
    /// Returns the disposals that failed; they do not stop the rest. Parameters as in ``clear(_:id:file:line:)``.
    @discardableResult
    public func close(
        _ kind: ScopeKind, id: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async -> [DisposalFailure] {
        let core = container.effective.core
        guard let (scope, disposal) = end(kind, id: id, SourceLine(file, line), of: core, isAwaited: true) else { return [] }
        return await Disposables.disposed(disposal, at: .scope(scope), of: core.family)
    }

    private func end(
        _ kind: ScopeKind, id: String?, _ source: SourceLine, of core: Core, isAwaited: Bool
    ) -> (scope: Scope, disposal: Disposal?)? {
        var scope: Scope?
        let disposal = core.family.decide { ledger -> Ending? in
            scope = ledger.settableScope(kind, id: id, of: core)
            guard let scope else { return nil }
            let ending = ledger.close(scope, at: source)
            ending.lineUp(in: core.family, at: .scope(scope), isAwaited: isAwaited)
            return ending
        }?.release(telling: core.family)
        return scope.map { ($0, disposal) }
    }
}

extension Container {
    /// The scopes of this container that are opened and closed by hand.
    ///
    /// Inside `withOverrides`, those of the override, which end with it.
    public var scopeContext: ScopeContext { ScopeContext(self) }
}
