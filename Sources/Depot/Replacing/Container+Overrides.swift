import Synchronization

extension Container {
    /// Replaces services for one operation and its child tasks only.
    ///
    /// Inside, `Container.shared` is the overridden container, and this container itself resolves like it. Two operations
    /// that run at once do not see each other. Shared instances that the replacements do not touch are this container's own;
    /// those they do, through any number of levels, are made anew for the operation.
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
    public func withOverrides<Result, Failure: Error>(
        _ configure: (Container) -> Void, operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let override = overridden(configure)
        return try Context.bind(Context.replacingContainer(override), operation)
    }

    /// Replaces services for one async operation and its child tasks only.
    ///
    /// - Parameters:
    ///   - configure: Replaces or registers on the container that is in effect for the operation.
    ///   - operation: What runs with the overrides, on the caller's actor.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func withOverrides<Result, Failure: Error>(
        _ configure: (Container) -> Void, operation: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let override = overridden(configure)
        return try await Context.bind(Context.replacingContainer(override), operation)
    }

    /// A container with the same registrations and no instances: full isolation, for a test.
    ///
    /// A replacement that is in effect is copied as if it were the registration.
    ///
    /// - Returns: The copy; a child's copy has the same parent.
    public func copy() -> Container {
        let family = core.isOverride || core.parent != nil ? core.family : Family()
        let copy = Container(core: Core(family: family, parent: core.parent, isOverride: core.isOverride), owns: true)
        let state = core.family.decide { _ in
            (
                core.slots.compactMap(\.current), core.readable?.pendingDecorators ?? [], core.readable?.assemblies ?? [],
                core.readable?.duplicates ?? []
            )
        }
        copy.core.family.decide { ledger in
            for registration in state.0 {
                ledger.reserveContribution(registration.key.contribution)
                _ = ledger.add(registration, to: copy.core)
            }
            copy.core.writable.pendingDecorators = state.1
            copy.core.writable.assemblies = state.2
            copy.core.writable.duplicates = state.3
        }
        return copy
    }
}

extension Container {
    /// An override of this container.
    ///
    /// It is in effect for as long as anyone has it: a task that outlives the operation keeps it.
    package func overridden(_ configure: (Container) -> Void = { _ in }) -> Container {
        let override = Container(core: Core(family: core.family, parent: effective, isOverride: true), owns: true)
        override.core.family.decide { $0.overrides += 1 }
        override.core.countAsOpen(by: 1)
        configure(override)
        return override
    }
}

extension Container {
    /// Whether this is an override of another container, directly or of an override of it.
    package func isOverride(of base: Container) -> Bool { core.isOverride(of: base.core) }
}

extension Core {
    /// Tells the containers that are overridden.
    fileprivate func countAsOpen(by difference: Int) {
        isOpen = difference > 0
        var core = self
        while core.isOverride, let base = core.parentCore {
            base.openOverrides.add(difference, ordering: .relaxed)
            core = base
        }
    }

    /// Ends the override that this core is, if it was opened.
    func endOverride() {
        guard isOpen else { return }
        countAsOpen(by: -1)
        family.decide { $0.overrides -= 1 }
    }
}
