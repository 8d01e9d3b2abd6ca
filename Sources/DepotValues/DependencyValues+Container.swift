public import Depot

extension DependencyValues {
    /// In an update closure, the container in effect for the operation: what is replaced or registered here is seen by it
    /// and its child tasks only, as with `withOverrides`. Elsewhere the container in effect.
    ///
    /// ```swift
    /// withDependencies {
    ///     $0.date = .constant(now)
    ///     $0.container.replace((any NetworkManager).self, with: MockNetwork())
    /// } operation: { … }
    /// ```
    public var container: Container {
        mutating get {
            guard isUpdating else { return overridingContainer ?? .shared }
            if let open = ValueNode.find(ContainerOverrideKey.id, captured: nil, current: head), isNew(open) {
                return open.value(of: ContainerOverrideKey.self).container
            }
            let made = ContainerOverride(of: overridingContainer ?? .shared)
            head = ValueNode.adding(ContainerOverrideKey.self, made, to: head)
            return made.container
        }
    }

    /// Whether an override was made in this very update closure, and not around it.
    private func isNew(_ node: ValueNode) -> Bool {
        node.value(of: ContainerOverrideKey.self).container !== Context.current?.container
    }

    /// The container that is overridden by values: the later of what was captured and what is in effect.
    var overridingContainer: Container? {
        let node = ValueNode.find(ContainerOverrideKey.id, captured: captured, current: head)
        guard let container = node?.value(of: ContainerOverrideKey.self).container else { return nil }
        guard let bound = Context.current?.container, bound.isOverride(of: container) else { return container }
        return bound
    }
}

/// The container that an update closure has replaced something in.
enum ContainerOverrideKey: DependencyKey {
    static let id = ObjectIdentifier(ContainerOverrideKey.self)

    /// Never read: a container that is not overridden is not a value.
    static var liveValue: ContainerOverride { ContainerOverride(of: .shared) }
    static var testValue: ContainerOverride { liveValue }
}

extension DependencyValues {
    /// Runs an operation with the values of an update closure, and with the container that was overridden in it.
    func bound<Result>(in context: Context?, _ operation: () throws -> Result) rethrows -> Result {
        guard let override = newOverride(in: context) else {
            return try Context.$current.withValue(Context.replacingValues(head, in: context), operation: operation)
        }
        override.open()
        defer { override.close() }
        let changed = Context.replacing(container: override.container, values: head, in: context)
        return try Context.$current.withValue(changed, operation: operation)
    }

    /// Runs an async operation with the values of an update closure, and with the container that was overridden in it.
    nonisolated(nonsending) func bound<Result>(
        in context: Context?, _ operation: () async throws -> Result
    ) async rethrows -> Result {
        guard let override = newOverride(in: context) else {
            return try await Context.$current.withValue(Context.replacingValues(head, in: context), operation: operation)
        }
        override.open()
        defer { override.close() }
        let changed = Context.replacing(container: override.container, values: head, in: context)
        return try await Context.$current.withValue(changed, operation: operation)
    }

    private func newOverride(in context: Context?) -> ContainerOverride? {
        let node = ValueNode.find(ContainerOverrideKey.id, captured: nil, current: head)
        guard let override = node?.value(of: ContainerOverrideKey.self), override.container !== context?.container else { return nil }
        return override
    }
}
