extension Graph.Node {
    /// What the renderings say of it beside its name: its lifetime, and all that is special.
    var facts: [String] {
        if isMissing { return ["not registered"] }
        var facts = (implementation.map { [$0] } ?? []) + [isAlias ? "alias" : lifetime]
        if isMainActor { facts.append("main actor") }
        if isAsync { facts.append("async") }
        if isDecorated { facts.append("decorated") }
        if isReplaced { facts.append("replaced") }
        if isOpaque { facts.append("opaque") }
        return facts
    }
}

extension Graph.Edge {
    init(_ edge: Wiring.Edge, from: Int, to: Int) {
        self.init(from: from, to: to, kind: Kind(edge.dependency.kind), origin: edge.isObserved ? .observed : .declared)
    }

    /// What the renderings write on it; nil for the plain kind.
    var label: String? {
        switch (kind, origin) {
        case (.required, .declared): nil
        case (.required, .observed): "observed"
        case (.collection, _): "all"
        default: kind.rawValue
        }
    }

    /// Whether the renderings draw it broken: the dependency is not needed before the dependent exists.
    var isDeferred: Bool {
        switch kind {
        case .required, .optional, .collection: false
        case .lazy, .provider, .factory: true
        }
    }
}

extension Graph.Edge.Kind {
    init(_ kind: Dependency.Kind) {
        self =
            switch kind {
            case .required: .required
            case .optional: .optional
            case .collection, .named: .collection
            case .lazy: .lazy
            case .provider: .provider
            case .factory: .factory
            }
    }
}
