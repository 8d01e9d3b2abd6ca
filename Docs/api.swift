import Foundation

/// Prints the public symbols of symbol graphs, a line each, in the order of their names: `api FILE…`.
///
/// With `--undocumented` it prints those without a summary, and fails where there is one: `api --undocumented FILE…`.
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
        let docComment: Comment?
        /// Nil for what the compiler declares itself.
        let location: Location?

        struct Comment: Decodable { let lines: [Line] }
        struct Line: Decodable { let text: String }
        struct Location: Decodable {}
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }

        var name: String { pathComponents.joined(separator: ".") }

        var hasSummary: Bool {
            guard let first = docComment?.lines.first?.text.trimmingCharacters(in: .whitespaces) else { return false }
            return !first.isEmpty && !first.hasPrefix("- ")
        }

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
        let arguments = CommandLine.arguments.dropFirst()
        let graphs = try arguments.filter { $0 != "--undocumented" }.map {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: $0)))
        }
        let symbols = graphs.flatMap(\.symbols)
        if arguments.first == "--undocumented" { return printUndocumented(symbols.filter { $0.location != nil }) }
        let names = Dictionary(symbols.map { ($0.identifier.precise, $0.name) }) { first, _ in first }
        var lines = symbols.map { "\($0.name)\t\($0.declaration)" }
        for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
            guard let name = names[relationship.source] else { continue }
            let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            if !implied.contains(target) { lines.append("\(name)\t: \(target)") }
        }
        for line in Set(lines).sorted() { print(line) }
    }

    private static func printUndocumented(_ symbols: [Symbol]) {
        let undocumented = symbols.filter { !$0.hasSummary }
        for symbol in undocumented { print("\(symbol.name) has no summary: begin its doc comment with a sentence.") }
        print("\(symbols.count - undocumented.count) of \(symbols.count) public symbols are documented.")
        if !undocumented.isEmpty || symbols.count < 500 { exit(1) }
    }
}
