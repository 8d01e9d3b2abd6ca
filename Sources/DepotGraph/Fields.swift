import Depot

/// What is written as one object of JSON, without what is nil.
struct Fields: Encodable, ExpressibleByDictionaryLiteral {
    private var fields: [(name: Graph.Field, value: (any Encodable)?)]

    init(dictionaryLiteral fields: (Graph.Field, (any Encodable)?)...) {
        self.fields = fields.map { ($0, $1) }
    }

    mutating func add(_ name: String, _ value: any Encodable) { fields.append((Graph.Field(stringValue: name), value)) }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Graph.Field.self)
        for case (let name, let value?) in fields { try object.encode(value, forKey: name) }
    }
}
