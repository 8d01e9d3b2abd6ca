/// Why a key that is registered is not to be had.
enum Refusal: Error {
    /// The container is closed.
    case closed
    /// The scope that its instance would live in is closed.
    case scopeClosed(Scope)
    /// There is no scope for its instance to live in, and the container is strict about that.
    case scopeNotOpen(ScopeKind)
    /// What is being made must not keep it.
    case captive(Build)
}

extension Ledger {
    /// The scope that an instance lives in which is resolved here and now.
    ///
    /// While something that keeps what it gets is being made, that is a scope around *its* place, wherever the task is; else the
    /// one that is bound to the task; else the one in which the asking `Lazy`, `Provider` or `Factory` lives; else the current one of
    /// the container.
    ///
    /// - Returns: The scope; nil where none is open.
    /// - Throws: A refusal where it is closed, or must not be kept, or where there has to be one.
    mutating func scope(_ kind: ScopeKind, for view: Core, _ origin: Origin) throws(Refusal) -> Scope? {
        let bound = origin.bound.scope(of: view.family)
        let holder = origin.build?.nearestHolder
        var found = Scope.innermost(kind, from: bound, upTo: holder?.boundScope)?.takeUnretainedValue()
        if let holder {
            if found == nil, kind.isCaptive(of: holder.registration.lifetime) { throw .captive(holder) }
            let around = holder.scope.map { Unmanaged.passUnretained($0) } ?? holder.boundScope
            // What another family keeps is decided under another lock.
            let isOurs = around?._withUnsafeGuaranteedRef { $0.family == family } ?? false
            found = found ?? Scope.innermost(kind, from: isOurs ? around : nil)?.takeUnretainedValue()
        } else if let build = origin.asker {
            let scope = build.scopeOfAsker.flatMap { $0.family == family ? $0 : nil }
            found = found ?? Scope.innermost(kind, from: scope.map { .passUnretained($0) })?.takeUnretainedValue()
        }
        found = found ?? currentScope(kind, of: view)
        if let found {
            join(found)
            if found.isClosed { throw .scopeClosed(found) }
        }
        if found == nil, isStrict(view) { throw .scopeNotOpen(kind) }
        return found
    }

    /// The scope of a kind that is open for the caller, whatever it means to keep.
    mutating func openScope(_ kind: ScopeKind, for view: Core) -> Scope? {
        let bound = Context.boundScope(of: view.family)
        guard let found = bound?.enclosing.first(where: { $0.kind == kind }) ?? currentScope(kind, of: view) else { return nil }
        join(found)
        return found.isClosed ? nil : found
    }

    /// Whether a container, or else the one it stands on, wants scopes to be open.
    func isStrict(_ core: Core) -> Bool { nearest(to: core) { $0.readable?.strictScopes } ?? true }
}
