import Synchronization

/// What is in effect here: the container, the open scopes and the dependency values, as one immutable value.
///
/// There is one task-local in Depot, ``current``. `withOverrides`, `withScope` and `withDependencies` all do the
/// same thing with it: copy it, change the copy, bind the copy for the operation. Child tasks inherit it.
package final class Context: Sendable {
    /// The container that is bound here; nil means the process's own.
    package let container: Container?
    /// What `DepotValues` keeps here; opaque to this module.
    package let values: (any AnyObject & Sendable)?
    /// The async factory that runs here.
    let build: Build?
    /// The resolve that runs here, while someone observes.
    let run: ObservedRun?
    /// The innermost scope that is bound here.
    let scope: Scope?
    /// What was bound around this container: an override of another one may be in effect there.
    let outer: Context?

    package init(container: Container? = nil, values: (any AnyObject & Sendable)? = nil) {
        self.container = container
        self.values = values
        build = nil
        run = nil
        scope = nil
        outer = nil
    }

    private init(
        _ container: Container?, _ values: (any AnyObject & Sendable)?, _ build: Build?, _ run: ObservedRun?, _ scope: Scope?,
        _ outer: Context?
    ) {
        self.container = container
        self.values = values
        self.build = build
        self.run = run
        self.scope = scope
        self.outer = outer
    }

    /// The context of the running task, nil where nothing was bound.
    package static var current: Context? { bound.context }

    /// What is bound to the running task.
    @TaskLocal package static var bound = Bound.nothing

    /// Whether a container was ever bound in this process; until then nobody needs to look at the task.
    static var wasEverBound: Bool { everBound.load(ordering: .relaxed) }
    private static let everBound = Atomic<Bool>(false)

    /// Notes that a container is about to be bound.
    static func noteBinding() { everBound.store(true, ordering: .relaxed) }

    /// This context with other dependency values in it.
    ///
    /// - Parameters:
    ///   - values: The other values.
    ///   - now: The context to change, for who has read it already.
    /// - Returns: The changed copy.
    package static func replacingValues(_ values: (any AnyObject & Sendable)?, in now: Context? = current) -> Context {
        Context(now?.container, values, now?.build, now?.run, now?.scope, now?.outer)
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

    /// This context with another container and other dependency values in it.
    package static func replacing(container: Container, values: (any AnyObject & Sendable)?, in now: Context?) -> Context {
        noteBinding()
        return Context(container, values, now?.build, now?.run, now?.scope, now?.container == nil ? nil : now)
    }

    /// This context inside a scope, with the container that it was opened on.
    static func inside(_ scope: consuming Scope, of container: Container, in now: Context?) -> Context {
        noteBinding()
        return Context(container, now?.values, now?.build, now?.run, scope, now?.container == nil ? nil : now)
    }

    /// The innermost scope of a family that is bound to the running task.
    static func boundScope(of family: Family) -> Scope? {
        guard wasEverBound else { return nil }
        let bound = bound
        return withExtendedLifetime(bound) { bound.unretained.scope(of: family)?.takeUnretainedValue() }
    }

    /// This context inside a resolve that is observed.
    static func observing(_ run: ObservedRun) -> Context {
        let now = current
        return Context(now?.container, now?.values, now?.build, run, now?.scope, now?.outer)
    }

    /// This context inside the run of an async factory.
    static func inside(_ build: Build) -> Context {
        let now = current
        return Context(now?.container, now?.values, build, now?.run, now?.scope, now?.outer)
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

    /// The innermost override of a container that is bound here.
    func override(of core: Core) -> Container? {
        var context: Context? = self
        while let now = context {
            if let container = now.container {
                if container.core === core { return nil }
                if container.core.isOverride(of: core) { return container }
            }
            context = now.outer
        }
        return nil
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
