public import Depot
public import Foundation

extension Graph {
    /// The graph as JSON, in lines and with sorted keys: the same graph always gives the same text, and a change of it a small one.
    public var json: Data { GraphCoding.lines(of: self) }

    /// Reads a graph from JSON.
    ///
    /// - Parameter json: What ``json`` or an encoder gave.
    /// - Throws: ``FormatError``, where it is not JSON, not a graph, or one of another version.
    public init(json: Data) throws(FormatError) {
        do {
            self = try GraphCoding.decoder.decode(Graph.self, from: json)
        } catch {
            throw FormatError(error, in: json)
        }
    }

    /// Why something could not be read as a graph.
    public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, as a sentence.
        public let what: String
        /// Where in the JSON, as `nodes[3].lifetime`; empty for all of it.
        public let place: String

        package init(what: String, place: String) {
            self.what = what
            self.place = place
        }

        /// What is wrong, where, and what to do.
        public var description: String {
            "\(what)\(place.isEmpty ? "" : "\n  at:  \(place)")\n  fix: write it again, by `graph.json` of the code it is to be a graph of."
        }
    }
}

extension Graph.FormatError {
    fileprivate init(_ error: any Error, in json: Data) {
        guard let error = error as? DecodingError else {
            self.init(what: "The graph cannot be read: \(error).", place: "")
            return
        }
        let what: String
        let context: DecodingError.Context
        var missing: (any CodingKey)?
        switch error {
        case .dataCorrupted(let found):
            (what, context) = (found.codingPath.isEmpty ? Self.unread(found, json) : found.debugDescription, found)
        case .keyNotFound(let key, let found): (what, context, missing) = ("\"\(key.stringValue)\" is missing.", found, key)
        case .typeMismatch(_, let found), .valueNotFound(_, let found): (what, context) = (found.debugDescription, found)
        @unknown default: (what, context) = ("\(error)", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
        self.init(what: what, place: Self.place(context.codingPath + (missing.map { [$0] } ?? [])))
    }

    /// Why nothing could be read at all; the decoder says the same of what is not JSON and of a number that fits into nothing.
    private static func unread(_ context: DecodingError.Context, _ json: Data) -> String {
        let reason = context.underlyingError.map { ": \($0)" } ?? "."
        if (try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) == nil {
            return "This is not JSON, or it ends too early\(reason)"
        }
        return "A number in it cannot be one of a graph, whose ids, lines and counts are whole numbers from 0\(reason)"
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
        }
    }
}
