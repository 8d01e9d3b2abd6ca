import Foundation

/// Prints the public symbols of symbol graphs, a line each, in the order of their names: `api FILE…`.
@main
enum PrintedAPI {
    struct SymbolGraph: Decodable {
        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    struct Symbol: Decodable {
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let availability: [Availability]?

        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }

        /// The declaration on one line.
        var declaration: String {
            let text = declarationFragments.map(\.spelling).joined()
            let isDeprecated = availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false
            return (isDeprecated ? "deprecated " : "") + text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    /// What is so of every type that does not say otherwise.
    private static let implied: Set<String> = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]

    static func main() throws {
        let graphs = try CommandLine.arguments.dropFirst().map {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: $0)))
        }
        let symbols = graphs.flatMap(\.symbols)
        let names = Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { first, _ in first }
        var lines = symbols.map { "\($0.pathComponents.joined(separator: "."))\t\($0.declaration)" }
        for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
            guard let name = names[relationship.source] else { continue }
            let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            if !implied.contains(target) { lines.append("\(name)\t: \(target)") }
        }
        for line in Set(lines).sorted() { print(line) }
    }
}
