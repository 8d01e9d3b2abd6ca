import Depot
public import Foundation

extension GraphChanges: Encodable {
    /// The changes as JSON, in lines and with sorted keys.
    public var json: Data { GraphCoding.lines(of: self) }

    private enum Field: String, CodingKey {
        case version, added, removed, changed, addedEdges, removedEdges, addedProblems, removedProblems
    }

    /// Writes the version of the form of `Graph`, and each list under its name.
    ///
    /// - Parameter encoder: What takes them.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(Graph.formatVersion, forKey: .version)
        try fields.encode(added, forKey: .added)
        try fields.encode(removed, forKey: .removed)
        try fields.encode(changed, forKey: .changed)
        try fields.encode(addedEdges, forKey: .addedEdges)
        try fields.encode(removedEdges, forKey: .removedEdges)
        try fields.encode(addedProblems, forKey: .addedProblems)
        try fields.encode(removedProblems, forKey: .removedProblems)
    }
}
