public import Depot

extension DependencyValues {
    /// In an update closure, the container in effect for the operation: what is replaced or registered here is seen by it and its child
    /// tasks only, as with `withOverrides`.
    ///
    /// Elsewhere the container in effect.
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
            if let open = head?.find(ContainerOverrideKey.id), isNew(open) {
                return open.value(of: ContainerOverrideKey.self)
            }
            let made = (overridingContainer ?? .shared).overridden()
            head = ValueNode.adding(ContainerOverrideKey.self, made, to: head)
            return made
        }
    }

    /// Whether an override was made in this very update closure, and not around it.
    private func isNew(_ node: ValueNode) -> Bool {
        node.value(of: ContainerOverrideKey.self) !== Context.bound.container
    }

    /// The container that is overridden by values: the later of what was captured and what is in effect.
    var overridingContainer: Container? {
        let node = ValueNode.find(ContainerOverrideKey.id, captured: captured, current: head)
        guard let container = node?.takeUnretainedValue().value(of: ContainerOverrideKey.self) else { return nil }
        guard let bound = Context.bound.container, bound.isOverride(of: container) else { return container }
        return bound
    }
}

/// The container that an update closure has replaced something in.
enum ContainerOverrideKey: DependencyKey {
    static var id: ObjectIdentifier { ObjectIdentifier(ContainerOverrideKey.self) }

    /// Never read: a container that is not overridden is not a value.
    static var liveValue: Container { .shared }
    static var testValue: Container { .shared }
}

extension DependencyValues {
    /// What is bound for an operation: with the values of an update closure, and with the container that was overridden in it.
    func bound(changing now: Bound) -> Bound {
        let node = head?.find(ContainerOverrideKey.id)
        guard let container = node?.value(of: ContainerOverrideKey.self), container !== now.container else {
            return Context.replacingValues(head, in: now)
        }
        return .context(Context.replacing(container: container, values: head, in: now.context))
    }
}
