extension Graph: Encodable {
    /// The version of the JSON that a graph is written as.
    ///
    /// It changes when a reader of the earlier form would misread the new one; the guide *The graph* describes the form.
    public static let formatVersion = 1

    /// The name of something that is written.
    package struct Field: CodingKey, ExpressibleByStringLiteral {
        package let stringValue: String
        package var intValue: Int? { nil }

        package init(stringValue: String) { self.stringValue = stringValue }

        package init(stringLiteral value: String) { stringValue = value }

        package init?(intValue: Int) { nil }
    }

    /// Writes the version, the nodes, the edges and the problems.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Graph.Field.self)
        try fields.encode(Self.formatVersion, forKey: "version")
        try fields.encode(nodes, forKey: "nodes")
        try fields.encode(edges, forKey: "edges")
        try fields.encode(problems, forKey: "problems")
    }
}

extension Graph.Node: Encodable {
    /// Writes the node with its layer by name and rank, its place as `file` and `line`, and ages in nanoseconds.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Graph.Field.self)
        try fields.encode(id, forKey: "id")
        try fields.encode(name, forKey: "name")
        try fields.encode(qualifiedName, forKey: "qualifiedName")
        try fields.encodeIfPresent(implementation, forKey: "implementation")
        try fields.encode(lifetime, forKey: "lifetime")
        try fields.encodeIfPresent(layer?.name, forKey: "layer")
        try fields.encodeIfPresent(layer?.rank, forKey: "layerRank")
        try fields.encode(source)
        try fields.encodeIfPresent(assembly, forKey: "assembly")
        for (name, trait) in Traits.named { try fields.encode(traits.contains(trait), forKey: Graph.Field(stringValue: name)) }
        try fields.encode(observedResolves, forKey: "observedResolves")
        var written = fields.nestedUnkeyedContainer(forKey: "instances")
        for instance in instances {
            var fields = written.nestedContainer(keyedBy: Graph.Field.self)
            try fields.encode(instance.number, forKey: "number")
            try fields.encode(instance.age.nanoseconds, forKey: "age")
            try fields.encodeIfPresent(instance.requester, forKey: "requester")
        }
    }
}

extension Graph.Edge: Encodable {
    /// Writes both ends by their places, the kind and the origin.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Graph.Field.self)
        try fields.encode(from, forKey: "from")
        try fields.encode(to, forKey: "to")
        try fields.encode(kind, forKey: "kind")
        try fields.encode(origin, forKey: "origin")
    }
}

extension ValidationError.Problem: Encodable {
    /// Writes the kind, what is wrong, the path, who else needs it, and the fix.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Graph.Field.self)
        try fields.encode(kind.rawValue, forKey: "kind")
        try fields.encode(what, forKey: "what")
        try fields.encode(path, forKey: "path")
        try fields.encode(alsoNeededBy, forKey: "alsoNeededBy")
        try fields.encode(fix, forKey: "fix")
    }
}

extension ResolutionError.Step: Encodable {
    /// Writes the name and the place as `file` and `line`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Graph.Field.self)
        try fields.encode(name, forKey: "name")
        try fields.encode(source)
    }
}

extension KeyedEncodingContainer<Graph.Field> {
    fileprivate mutating func encode(_ source: SourceLine?) throws {
        try encodeIfPresent(source?.fileID, forKey: "file")
        try encodeIfPresent(source?.line, forKey: "line")
    }
}

extension Duration {
    /// In whole nanoseconds, which is what clocks count in.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
