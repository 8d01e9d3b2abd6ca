import Synchronization

extension Container {
    // Disfavored: in async code the other form is meant, also where the operation happens to have no `await`.
    /// Replaces services for one operation and its child tasks only.
    ///
    /// Inside, `Container.shared` is the overridden container, and this container itself resolves like it. Two operations
    /// that run at once do not see each other. Shared instances that the replacements do not touch are this container's own;
    /// those they do, through any number of levels, are made anew for the operation.
    ///
    /// What the operation itself registers, replaces or restores on `Container.shared` is the override's, on this container everybody's.
    /// A task that goes on after the operation keeps the override, and so does an unshared object made inside that has a ``Lazy``.
    ///
    /// ```swift
    /// container.withOverrides { $0.replace((any NetworkManager).self, with: MockNetwork()) } operation: { … }
    /// ```
    ///
    /// - Parameters:
    ///   - configure: Replaces or registers on the container that is in effect for the operation.
    ///   - operation: What runs with the overrides.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @inlinable
    @_disfavoredOverload
    @discardableResult
    public func withOverrides<Result, Failure: Error>(
        _ configure: (Container) -> Void, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The outcome is kept here, where its type is known: looking it up costs 4 c.
        var outcome: Swift.Result<Result, Failure>?
        overridden(configure).bind { outcome = Swift.Result(catching: operation) }
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Replaces services for one async operation and its child tasks only.
    ///
    /// The operation runs on the caller's actor. Parameters as in the synchronous form.
    @discardableResult
    nonisolated(nonsending) public func withOverrides<Result, Failure: Error>(
        _ configure: (Container) -> Void, operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let override = overridden(configure)
        return try await Context.bind(Context.replacingContainer(override), operation)
    }

    /// A container with the same registrations and settings and no instances: full isolation, for a test.
    ///
    /// What is in effect is copied as if it were the registration: a replacement, and inside `withOverrides` all that the override has.
    /// Open scopes are not copied. A child's copy has the same parent. Diagnostics name `file` and `line`.
    public func copy(file: StaticString = #fileID, line: UInt = #line) -> Container { copy(at: SourceLine(file, line)) }

    /// The same, made at a line that is known at run time only.
    package func copy(at source: SourceLine) -> Container {
        let view = effective
        let home = view.overridden
        let contents = view.core.decide { $0.contents(of: home.core, in: view.core) }
        let copy = Container(
            core: home.core.parentCore.map { Core(parent: $0) } ?? Core(in: Family()), owner: .owns(on: home.kept.0))
        copy.core.decide { ledger in
            copy.core.linkToParent()
            copy.core.writable.madeAt = source
            for contents in contents { ledger.put(contents, in: copy.core) }
        }
        return copy
    }
}

extension Container {
    /// An override of this container.
    ///
    /// It is in effect for as long as anyone has it: a task that outlives the operation keeps it.
    @usableFromInline
    package func overridden(_ configure: (Container) -> Void = { _ in }) -> Container {
        let view = effective
        let override = Container(core: Core(parent: view.core, isOverride: true), owner: .owns(on: view))
        configure(override)
        // The first replacement has opened it under its own lock.
        if !override.core.isOpen.load(ordering: .relaxed) { override.core.decide { $0.open(override.core) } }
        return override
    }

    /// Puts this container into effect for an operation.
    @usableFromInline
    func bind(_ operation: () -> Void) {
        Context.$bound.withValue(Context.replacingContainer(self), operation: operation)
    }
}

extension Container {
    /// Whether this is an override of another container, or of one below it.
    package func isOverride(within other: Container) -> Bool {
        core.isOverride && core !== other.core && core.descends(from: other.core)
    }
}
