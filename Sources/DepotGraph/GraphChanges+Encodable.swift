import Depot
public import Foundation

extension GraphChanges: Encodable {
    /// The changes as JSON, in lines and with sorted keys.
    public var json: Data { GraphCoding.lines(of: self) }

    /// Writes the version of the form of `Graph`, and each list under its name.
    public func encode(to encoder: any Encoder) throws {
        let fields: Fields = [
            "version": Graph.formatVersion, "added": added, "removed": removed, "changed": changed, "addedEdges": addedEdges,
            "removedEdges": removedEdges, "addedProblems": addedProblems, "removedProblems": removedProblems,
        ]
        try fields.encode(to: encoder)
    }
}
