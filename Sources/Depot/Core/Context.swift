import Synchronization

/// What is in effect here: the container, the open scopes and the dependency values, as one immutable value.
///
/// There is one task-local in Depot, ``current``. `withOverrides`, `withScope` and `withDependencies` all do the
/// same thing with it: copy it, change the copy, bind the copy for the operation. Child tasks inherit it.
package final class Context: Sendable {
    /// The container that is bound here; nil means the process's own.
    package let container: Container?
    /// What `DepotValues` keeps here; opaque to this module.
    package let values: Ambient?
    /// The async factory that runs here.
    let build: Build?
    /// The resolve that runs here, while someone observes.
    let run: ObservedRun?
    /// The innermost scope that is bound here.
    let scope: Scope?
    /// What was bound around this container: an override of another one may be in effect there.
    let outer: Context?
    /// The turn of the disposer that runs here.
    let disposal: DisposalTurn?

    package convenience init(container: Container? = nil, values: Ambient? = nil) {
        if values != nil { Context.noteValues() }
        self.init(changing: nil, container: container, values: values)
    }

    /// A copy of a context with something else in it, or nothing; nil leaves what is there.
    @inline(never)
    private init(
        changing now: Context?, container: Container?? = nil, values: Ambient?? = nil, build: Build? = nil,
        run: ObservedRun? = nil, scope: Scope?? = nil, outer: Context?? = nil, disposal: DisposalTurn? = nil
    ) {
        self.container = container ?? now?.container
        self.values = values ?? now?.values
        self.build = build ?? now?.build
        self.run = run ?? now?.run
        self.scope = scope ?? now?.scope
        self.outer = outer ?? now?.outer
        self.disposal = disposal ?? now?.disposal
    }

    /// The context of the running task, nil where nothing was bound.
    package static var current: Context? { bound.context }

    /// What is bound to the running task.
    @TaskLocal package static var bound = Bound.nothing

    /// The dependency values that are bound to the running task; in here the copy of what is bound is not made.
    package static var boundValues: Ambient? { bound.values }

    /// Whether a container was ever bound in this process; until then nobody needs to look at the task.
    static var wasEverBound: Bool { everBound.load(ordering: .relaxed) }
    private static let everBound = Atomic<Bool>(false)

    /// Notes that a container is about to be bound.
    ///
    /// Once: threads that all write one line of the cache wait for each other.
    static func noteBinding() { if !wasEverBound { everBound.store(true, ordering: .relaxed) } }

    /// Whether dependency values were ever bound in this process.
    static var hadValues: Bool { everHadValues.load(ordering: .relaxed) }
    private static let everHadValues = Atomic<Bool>(false)

    private static func noteValues() { if !hadValues { everHadValues.store(true, ordering: .relaxed) } }

    /// What is bound with other dependency values in it; for a caller that has read it already, what to change.
    package static func replacingValues(_ values: Ambient?, in now: Bound = bound) -> Bound {
        noteValues()
        switch now {
        case .nothing, .values: return values.map { .values($0) } ?? .nothing
        case .container, .scope, .context: return .context(Context(changing: now.context, values: values))
        }
    }

    /// What is bound with another container in it.
    package static func replacingContainer(_ container: Container) -> Bound {
        let now = bound
        guard let context = now.context else {
            noteBinding()
            return .container(container)
        }
        return .context(replacing(container: container, values: context.values, in: context))
    }

    /// A context with another container and other dependency values in it.
    package static func replacing(container: Container, values: Ambient?, in now: Context?) -> Context {
        noteBinding()
        noteValues()
        return Context(changing: now, container: container, values: values, outer: now?.container == nil ? .some(nil) : now)
    }

    /// What a default that all tasks share is made in, with nobody's values: nobody's overrides, of values or of the container, and no scope.
    package static func ofAll(_ values: Ambient?) -> Context {
        noteValues()
        let now = current
        return Context(changing: now, container: now?.container?.overridden, values: values, scope: .some(nil), outer: .some(nil))
    }

    /// A context inside a scope, with the container that it was opened on.
    static func inside(_ scope: consuming Scope, of container: Container, in now: Context?) -> Context {
        noteBinding()
        return Context(changing: now, container: container, scope: scope, outer: now?.container == nil ? .some(nil) : now)
    }

    /// The innermost scope of a family that is bound to the running task.
    static func boundScope(of family: Family) -> Scope? {
        guard wasEverBound else { return nil }
        let bound = bound
        return withExtendedLifetime(bound) { bound.unretained.scope(of: family)?.takeUnretainedValue() }
    }

    /// This context inside a resolve that is observed.
    static func observing(_ run: ObservedRun) -> Context { Context(changing: current, run: run) }

    /// This context inside the disposers of a turn.
    static func disposing(_ turn: DisposalTurn) -> Context { Context(changing: current, disposal: turn) }

    /// This context inside the run of an async factory, with nobody's overrides of values where its instance is shared.
    static func inside(_ build: Build) -> Context {
        let now = current
        return Context(changing: now, values: build.isShared ? valuesForAll(now?.values, in: build.scope) : now?.values, build: build)
    }
}

extension Context {
    /// The innermost scope of a family that is bound here; scopes of several families may be bound inside each other.
    ///
    /// Unretained: this context keeps it.
    func scope(of family: Family) -> Unmanaged<Scope>? {
        var context = Unmanaged.passUnretained(self)
        while true {
            guard let scope = context._withUnsafeGuaranteedRef({ $0.scope.map(Unmanaged.passUnretained) }) else { return nil }
            if scope._withUnsafeGuaranteedRef({ $0.family == ObjectIdentifier(family) }) { return scope }
            guard let outer = context._withUnsafeGuaranteedRef({ $0.outer.map(Unmanaged.passUnretained) }) else { return nil }
            context = outer
        }
    }

    /// Binds something for an operation.
    package static func bind<Result, Failure: Error>(
        _ bound: Bound, _ operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `TaskLocal.withValue` rethrows untyped, so the outcome is carried around it.
        var outcome: Swift.Result<Result, Failure>?
        $bound.withValue(bound) {
            do throws(Failure) {
                outcome = .success(try operation())
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Binds something for an async operation, on the caller's actor.
    package static func bind<Result, Failure: Error>(
        _ bound: Bound, _ operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        await $bound.withValue(bound) {
            do throws(Failure) {
                outcome = .success(try await operation())
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.unsafelyUnwrapped.get()
    }
}
