/// A scope that lasts as long as someone holds this object: a view controller, SwiftUI's state, or a server's table of sessions.
///
/// ```swift
/// let session = HeldScope(.session, id: token)                    // at login
/// try await session.withScope(.request, id: "r-42") { … }         // each of its requests
/// await session.close()                                           // at logout
/// ```
///
/// It is opened when it is first used, inside the current scopes of the kinds around it. When the last object that holds it is released, it is
/// closed: its instances go, and what is `Disposable` is disposed. Any number of scopes may be held at once.
public final class HeldScope: Sendable {
    private let kind: ScopeKind
    private let id: String
    private let container: Container
    private let source: SourceLine
    /// The scope, nil before it is first used, and what it is given each time it is opened.
    ///
    /// Also read and changed while the family's lock is held, so that what the scope is given and what is kept here agree.
    private let state: Locked<(scope: Scope?, provisions: Handful<Provision>)>

    /// Holds a scope, which is opened when it is first used.
    ///
    /// - Parameters:
    ///   - kind: The kind of scope.
    ///   - id: Tells scopes of one kind apart. Holders of one id share the scope, and the last to go closes it.
    ///   - container: Whose scope it is, kept for as long; the container in effect where it is nil.
    ///   - providing: Says what the scope is given when it is opened; see ``ScopeProvisions``. Kept for as long as this object.
    ///   - file: The place that diagnostics name.
    ///   - line: The place that diagnostics name.
    public init(
        _ kind: ScopeKind, id: String, in container: Container? = nil,
        providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none, file: StaticString = #fileID, line: UInt = #line
    ) {
        source = SourceLine(file, line)
        self.kind = kind
        self.id = id
        self.container = container ?? .shared
        state = Locked((nil, ScopeProvisions.list(to: kind, of: self.container.effective, by: providing)))
    }

    deinit {
        guard let scope = state.withLock({ $0.scope }) else { return }
        container.core.decide { _ in scope.holderCount -= 1 }
        container.core.clear(scope, at: nil)
    }

    /// Makes the scope the current one of its kind: when a screen comes into view, for the first time or again.
    ///
    /// One that was closed is opened anew. Where the current scopes around it are others now, it is opened in those, and the one before is
    /// closed unless another object holds it. Inside `withOverrides` it is current for the override alone, and lasts as long as it is held.
    public func makeCurrent() {
        open(isCurrent: true)
    }

    /// Gives the scope something else from now on: fresh data of the user, for example.
    ///
    /// What was made from what it was given before is made anew when it is next resolved, as after `replace`. What is not provided here
    /// stays. A scope that is not open is given it when it is opened. See ``ScopeProvisions``.
    public func provide(_ providing: (inout ScopeProvisions) -> Void) {
        let effective = container.effective
        let list = ScopeProvisions.list(to: kind, of: effective, by: providing)
        let view = effective.core
        // What was kept until now is released outside both locks.
        var (ending, refused) = (Ending(), [Unprovided]())
        let old = container.core.family.decide { ledger in
            state.withLock { state in
                let old = state.provisions
                list.forEach { state.provisions.put($0) }
                guard let scope = state.scope, !scope.isClosed else { return old }
                (ending, refused) = ledger.provide(list, to: scope, on: view, isNew: false)
                ending.lineUp(in: container.core.family, at: nil)
                return old
            }
        }
        Disposables.finish(ending, of: container.core, atOnce: true)
        withExtendedLifetime(old) {}
        container.report(refused, to: kind)
    }

    /// Whether the scope is open: it has been used, and neither it nor what it lies in was closed.
    public var isOpen: Bool {
        guard let scope = state.withLock({ $0.scope }) else { return false }
        return container.core.family.decide { _ in !scope.isClosed }
    }
}

extension HeldScope {
    /// Opens a scope inside this one for one operation; see `Container.withScope`.
    ///
    /// Where this one was closed, what is scoped to its kind is ``ResolutionError/closed(_:)`` inside. Parameters and errors as there.
    @_disfavoredOverload
    @discardableResult
    public func withScope<Result, Failure: Error>(
        _ kind: ScopeKind, id: String? = nil, providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none,
        file: StaticString = #fileID, line: UInt = #line, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        container.run(in: scope, kind, id, providing, file, line) { outcome = Swift.Result(catching: operation) }
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Opens a scope inside this one for one async operation; see `Container.withScope`.
    ///
    /// Where this one was closed, what is scoped to its kind is ``ResolutionError/closed(_:)`` inside. Parameters and errors as there.
    @discardableResult
    nonisolated(nonsending) public func withScope<Result>(
        _ kind: ScopeKind, id: String? = nil, providing: (inout ScopeProvisions) -> Void = ScopeProvisions.none,
        file: StaticString = #fileID, line: UInt = #line, operation: () async throws -> Result
    ) async throws -> Result {
        try await container.run(in: scope, kind, id, providing, SourceLine(file, line), operation)
    }

    /// The scope, opened where it was not.
    private var scope: Scope? {
        if let scope = state.withLock({ $0.scope }) { return scope }
        open(isCurrent: false)
        return state.withLock { $0.scope }
    }

    private func open(isCurrent: Bool) {
        container.scopeContext.kept(kind, id: id, source, of: container, isCurrent: isCurrent, Handful(), by: self)
    }

    /// Holds a scope that was opened or found open; under the family's lock.
    ///
    /// Gives what it is given, nothing where this object has opened it before, and the scope that is no longer held.
    func hold(_ scope: Scope, isCurrent: Bool) -> (provisions: Handful<Provision>, left: Scope?) {
        state.withLock { state in
            if let known = state.scope, known === scope || (!isCurrent && !known.isClosed) { return (Handful(), nil) }
            let left = state.scope
            left?.holderCount -= 1
            scope.holderCount += 1
            state.scope = scope
            return (state.provisions, left)
        }
    }
}

extension HeldScope {
    /// Closes the scope before this object goes, those inside it first, and starts the disposals: `await container.settled()` waits for
    /// them, and their failures reach the observers.
    ///
    /// Parameters as in ``ScopeContext/clear(_:id:file:line:)``.
    public func clear(file: StaticString = #fileID, line: UInt = #line) {
        guard let scope = state.withLock({ $0.scope }) else { return }
        container.core.clear(scope, at: SourceLine(file, line))
    }

    /// Closes the scope before this object goes, those inside it first, and waits for the disposals.
    ///
    /// Returns the disposals that failed; they do not stop the rest. Parameters as in ``ScopeContext/clear(_:id:file:line:)``.
    @discardableResult
    public func close(file: StaticString = #fileID, line: UInt = #line) async -> [DisposalFailure] {
        guard let scope = state.withLock({ $0.scope }) else { return [] }
        return await container.core.close(scope, at: SourceLine(file, line))
    }
}
