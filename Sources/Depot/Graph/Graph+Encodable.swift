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

    /// What is written as one object, without what is nil.
    package struct Fields: Encodable, ExpressibleByDictionaryLiteral {
        private var fields: [(name: Field, value: (any Encodable)?)]

        package init(dictionaryLiteral fields: (Field, (any Encodable)?)...) {
            self.fields = fields.map { ($0, $1) }
        }

        package mutating func add(_ name: String, _ value: any Encodable) { fields.append((Field(stringValue: name), value)) }

        package func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Field.self)
            for case (let name, let value?) in fields { try object.encode(value, forKey: name) }
        }
    }

    /// Writes the version, the nodes, the edges and the problems.
    public func encode(to encoder: any Encoder) throws {
        let fields: Fields = ["version": Self.formatVersion, "nodes": nodes, "edges": edges, "problems": problems]
        try fields.encode(to: encoder)
    }
}

extension Graph.Node: Encodable {
    /// Writes the node with its layer by name and rank, its place as `file` and `line`, and ages in nanoseconds.
    public func encode(to encoder: any Encoder) throws {
        var fields: Graph.Fields = [
            "id": id, "name": name, "qualifiedName": qualifiedName, "implementation": implementation, "lifetime": lifetime,
            "layer": layer?.name, "layerRank": layer?.rank, "file": source?.fileID, "line": source?.line, "assembly": assembly,
            "observedResolves": observedResolves,
            "instances": instances.map { instance -> Graph.Fields in
                ["number": instance.number, "age": instance.age.nanoseconds, "requester": instance.requester]
            },
        ]
        for (name, trait) in Traits.named { fields.add(name, traits.contains(trait)) }
        try fields.encode(to: encoder)
    }
}

extension Graph.Edge: Encodable {
    /// Writes both ends by their places, the kind and the origin.
    public func encode(to encoder: any Encoder) throws {
        let fields: Graph.Fields = ["from": from, "to": to, "kind": kind, "origin": origin]
        try fields.encode(to: encoder)
    }
}

extension ValidationError.Problem: Encodable {
    /// Writes the kind, what is wrong, the path, who else needs it, and the fix.
    public func encode(to encoder: any Encoder) throws {
        let fields: Graph.Fields = ["kind": kind.rawValue, "what": what, "path": path, "alsoNeededBy": alsoNeededBy, "fix": fix]
        try fields.encode(to: encoder)
    }
}

extension ResolutionError.Step: Encodable {
    /// Writes the name and the place as `file` and `line`.
    public func encode(to encoder: any Encoder) throws {
        let fields: Graph.Fields = ["name": name, "file": source?.fileID, "line": source?.line]
        try fields.encode(to: encoder)
    }
}

extension Duration {
    /// In whole nanoseconds, which is what clocks count in.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
