import Foundation

/// The part of Mermaid's flowchart grammar that the graph is written in, line by line: enough to be sure that what is
/// written is one, and to read back what it says.
struct MermaidFlowchart {
    struct Node: Equatable {
        let label: String
        let shape: Character
        let subgraph: String?
    }
    struct Edge: Equatable {
        let from: String
        let to: String
        let isDotted: Bool
        let label: String?
    }

    private(set) var nodes: [String: Node] = [:]
    private(set) var edges: [Edge] = []
    private(set) var subgraphs: [String] = []
    private(set) var classes: [String: Set<String>] = [:]

    struct Failure: Error, CustomStringConvertible {
        let line: String
        var description: String { "This is no line of a flowchart: \(line)" }
    }

    init(_ text: String) throws {
        var lines = text.split(separator: "\n").map(String.init)[...]
        guard lines.popFirst() == "flowchart RL" else { throw Failure(line: text) }
        var subgraph: String?
        var defined: Set<String> = []
        for line in lines {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let match = line.wholeMatch(of: /subgraph (\w+)\["([^"<>#&`]*)"\]/) {
                guard subgraph == nil else { throw Failure(line: line) }
                subgraph = String(match.2)
                subgraphs.append(String(match.2))
            } else if line == "end" {
                guard subgraph != nil else { throw Failure(line: line) }
                subgraph = nil
            } else if let match = line.wholeMatch(of: /(n\d+)(\[|\(\[|\{\{)"((?:[^"<>#&`\\]|#\d+;|<br\/>)+)"(\]|\]\)|\}\})/) {
                let closing = ["[": "]", "([": "])", "{{": "}}"][String(match.2)]
                guard closing == String(match.4), nodes[String(match.1)] == nil else { throw Failure(line: line) }
                nodes[String(match.1)] = Node(label: Self.unescaped(match.3), shape: match.2.first ?? "[", subgraph: subgraph)
            } else if let match = line.wholeMatch(of: /(n\d+) (-->|-\.->)(?:\|([a-z ]+)\|)? (n\d+)/) {
                edges.append(
                    Edge(from: String(match.1), to: String(match.4), isDotted: match.2 == "-.->", label: match.3.map(String.init)))
            } else if let match = line.wholeMatch(of: /classDef (\w+) [a-z-]+:[#\w ]+(?:,[a-z-]+:[#\w ]+)*/) {
                defined.insert(String(match.1))
            } else if let match = line.wholeMatch(of: /class (n\d+(?:,n\d+)*) (\w+)/) {
                guard defined.contains(String(match.2)) else { throw Failure(line: line) }
                classes[String(match.2)] = Set(match.1.split(separator: ",").map(String.init))
            } else {
                throw Failure(line: line)
            }
        }
        let named = Set(edges.flatMap { [$0.from, $0.to] }).union(classes.values.joined())
        guard subgraph == nil, named.isSubset(of: nodes.keys) else { throw Failure(line: "the end") }
    }

    private static func unescaped(_ label: Substring) -> String {
        String(label).replacing("<br/>", with: "\n").replacing(/#(\d+);/) { match in
            String(Unicode.Scalar(UInt32(match.1) ?? 0).map(Character.init) ?? "?")
        }
    }
}
