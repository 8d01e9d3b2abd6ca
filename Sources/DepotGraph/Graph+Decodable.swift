public import Depot

extension Graph: Decodable {
    /// Reads what ``Graph/encode(to:)`` wrote.
    ///
    /// The types of the services are not known then: ``Graph/nodes(of:name:)`` and its like compare qualified names.
    /// Throws `DecodingError`, for another version of the form and for what does not fit together, too.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        guard let version = try fields.decodeIfPresent(Int.self, forKey: "version") else {
            throw fields.corrupted("version", "This is not a graph: it has no version.")
        }
        guard version == Self.formatVersion else {
            throw fields.corrupted(
                "version", "This is a graph of version \(version), and version \(Self.formatVersion) is read here: write it again.")
        }
        let nodes = try fields.decode([WrittenNode].self, forKey: "nodes").enumerated().map { index, written in
            guard written.node.id == index else {
                throw fields.corrupted("nodes", "The node at \(index) has the id \(written.node.id): an id is the node's place.")
            }
            return written.node
        }
        let edges = try fields.decode([WrittenEdge].self, forKey: "edges").enumerated().map { index, written in
            guard nodes.indices.contains(written.from), nodes.indices.contains(written.to) else {
                throw fields.corrupted(
                    "edges", "The edge at \(index) leads from \(written.from) to \(written.to); there are \(nodes.count) nodes.")
            }
            return Edge(from: written.from, to: written.to, kind: written.kind, origin: written.origin)
        }
        self.init(nodes: nodes, edges: edges, problems: try fields.decode([ValidationError.Problem].self, forKey: "problems"))
    }
}

extension KeyedDecodingContainer<Graph.Field> {
    fileprivate func corrupted(_ field: Graph.Field, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: field, in: self, debugDescription: what)
    }

    fileprivate func layer() throws -> Layer? {
        guard let name = try decodeIfPresent(String.self, forKey: "layer") else { return nil }
        let rank = try decode(Double.self, forKey: "layerRank")
        if rank.isNaN { throw corrupted("layerRank", "A layer's rank is a number.") }
        return Layer(name, rank: rank)
    }

    fileprivate func source() throws -> SourceLine? {
        guard let file = try decodeIfPresent(String.self, forKey: "file") else { return nil }
        return SourceLine(fileID: file, line: try decode(UInt.self, forKey: "line"))
    }
}

private struct WrittenEdge: Decodable {
    let from: Int
    let to: Int
    let kind: Graph.Edge.Kind
    let origin: Graph.Edge.Origin
}

private struct WrittenInstance: Decodable {
    let number: Int
    let age: Int64
    let requester: String?
}

private struct WrittenNode: Decodable {
    let node: Graph.Node

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Graph.Field.self)
        node = Graph.Node(
            id: try fields.decode(Int.self, forKey: "id"), name: try fields.decode(String.self, forKey: "name"),
            qualifiedName: try fields.decode(String.self, forKey: "qualifiedName"),
            implementation: try fields.decodeIfPresent(String.self, forKey: "implementation"),
            lifetime: try fields.decode(String.self, forKey: "lifetime"), layer: try fields.layer(), source: try fields.source(),
            assembly: try fields.decodeIfPresent(String.self, forKey: "assembly"),
            observedResolves: try fields.decode(Int.self, forKey: "observedResolves"),
            instances: try fields.decode([WrittenInstance].self, forKey: "instances").map {
                Graph.Instance(number: $0.number, age: .nanoseconds($0.age), requester: $0.requester)
            },
            traits: Graph.Node.Traits(
                try Graph.Node.Traits.named.filter { try fields.decode(Bool.self, forKey: Graph.Field(stringValue: $0.name)) }.map(\.trait))
        )
    }
}

extension Graph.Edge.Kind: Decodable {}
extension Graph.Edge.Origin: Decodable {}
extension ValidationError.Problem.Kind: Decodable {}

extension ValidationError.Problem: Decodable {
    /// Reads what ``ValidationError/Problem/encode(to:)`` wrote, or throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Graph.Field.self)
        self.init(
            kind: try fields.decode(Kind.self, forKey: "kind"), what: try fields.decode(String.self, forKey: "what"),
            path: try fields.decode([ResolutionError.Step].self, forKey: "path"),
            alsoNeededBy: try fields.decode([ResolutionError.Step].self, forKey: "alsoNeededBy"),
            fix: try fields.decode(String.self, forKey: "fix"))
    }
}

extension ResolutionError.Step: Decodable {
    /// Reads what ``ResolutionError/Step/encode(to:)`` wrote, or throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Graph.Field.self)
        self.init(name: try fields.decode(String.self, forKey: "name"), source: try fields.source())
    }
}
