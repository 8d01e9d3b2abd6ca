public import Depot

extension DependencyValues {
    /// In an update closure, the container in effect for the operation: what is replaced or registered here is seen by it and its child
    /// tasks only, as with `withOverrides`.
    ///
    /// Elsewhere the container in effect, in ``prepareDependencies(fileID:filePath:line:_:)`` too: what is replaced there stays replaced.
    ///
    /// ```swift
    /// withDependencies {
    ///     $0.date = .constant(now)
    ///     $0.container.replace((any NetworkManager).self, with: MockNetwork())
    /// } operation: { … }
    /// ```
    public var container: Container {
        mutating get {
            guard isUpdating, !isPreparing else { return containerInEffect ?? .shared }
            if let open = head?.containerNode, !open.isSame(as: ValueNode.current?.containerNode) { return open.container }
            let made = (containerInEffect ?? .shared).overridden()
            head = ValueNode.adding(ContainerOverrideKey.self, made, to: head)
            return made
        }
    }

    /// The container in effect for what reads here, the later of the one captured and the one in effect now; nil for the process's own.
    ///
    /// A captured override within the container in effect now is the later one. Of two that went separate ways it is the one with the greater
    /// stamp, or, where what is bound has none, as in `withOverrides`, what is bound.
    var containerInEffect: Container? {
        let now = head?.containerNode
        let present = ContainerOverrideKey.inEffect(now, boundTo: Context.bound.container)
        guard let then = captured?.containerNode, !then.isSame(as: now) else { return present }
        guard let present else { return then.container }
        if let now, now.container === present { return then.stamp > now.stamp ? then.container : present }
        return then.container.isOverride(within: present) ? then.container : present
    }
}

/// A container that was put into effect: by an update closure that has replaced something in it, or captured.
enum ContainerOverrideKey: DependencyKey {
    /// Never read: a container that is not overridden is not a value.
    static var liveValue: Container { .shared }

    /// The container in effect where a node is the newest among the values.
    ///
    /// What is bound was bound with the node or later. But where a default is made, it is what the node's container is an override of.
    static func inEffect(_ node: ValueNode?, boundTo bound: Container?) -> Container? {
        guard let node else { return bound }
        guard let bound else { return node.container }
        return node.container.isOverride(within: bound) ? node.container : bound
    }
}

extension ValueNode {
    /// The newest container among these values.
    var containerNode: ValueNode? { find(ObjectIdentifier(ContainerOverrideKey.self)) }

    /// The container of such a node.
    var container: Container { value(of: ContainerOverrideKey.self) }

    /// Whether two nodes are one override: folding a chain copies it.
    func isSame(as other: ValueNode?) -> Bool { stamp == other?.stamp }

    /// The overrides in effect here with the container in effect among them, for what keeps them.
    static func withContainer(_ values: ValueNode?) -> ValueNode? {
        guard let bound = Container.boundToKeep, values?.containerNode?.container !== bound else { return values }
        return adding(ContainerOverrideKey.self, bound, to: values)
    }
}

extension DependencyValues {
    /// What is bound for an operation: with the values of an update closure, and with the container that was overridden in it.
    func bound(changing now: Bound) -> Bound {
        guard let node = head?.containerNode, !node.isSame(as: ValueNode.of(now.values)?.containerNode) else {
            return Context.replacingValues(head, in: now)
        }
        return .context(Context.replacing(container: node.container, values: head, in: now.context))
    }
}
