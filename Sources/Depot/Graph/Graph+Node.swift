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

extension Graph.Node: Encodable {
    private enum Field: String, CodingKey {
        case id, name, implementation, lifetime, layer, file, line, assembly, isShared, isAsync, isMainActor, isAlias, isDecorated,
            isReplaced, isGiven, isOpaque
        case isInherited, isMissing
    }

    /// Encodes the node with its layer by name and its place as `file` and `line`.
    ///
    /// - Parameter encoder: What takes it.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, forKey: .name)
        try fields.encodeIfPresent(implementation, forKey: .implementation)
        try fields.encode(lifetime, forKey: .lifetime)
        try fields.encodeIfPresent(layer?.name, forKey: .layer)
        try fields.encodeIfPresent(source?.fileID, forKey: .file)
        try fields.encodeIfPresent(source?.line, forKey: .line)
        try fields.encodeIfPresent(assembly, forKey: .assembly)
        try fields.encode(isShared, forKey: .isShared)
        try fields.encode(isAsync, forKey: .isAsync)
        try fields.encode(isMainActor, forKey: .isMainActor)
        try fields.encode(isAlias, forKey: .isAlias)
        try fields.encode(isDecorated, forKey: .isDecorated)
        try fields.encode(isReplaced, forKey: .isReplaced)
        try fields.encode(isGiven, forKey: .isGiven)
        try fields.encode(isOpaque, forKey: .isOpaque)
        try fields.encode(isInherited, forKey: .isInherited)
        try fields.encode(isMissing, forKey: .isMissing)
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
