import Foundation

/// What a library declares, as the compiler writes it.
struct SymbolGraph: Decodable {
    let symbols: [Symbol]

    struct Symbol: Decodable {
        let pathComponents: [String]
        let docComment: Comment?
        /// Nil for what the compiler declares itself.
        let location: Location?

        var hasSummary: Bool {
            guard let first = docComment?.lines.first?.text.trimmingCharacters(in: .whitespaces) else { return false }
            return !first.isEmpty && !first.hasPrefix("- ")
        }
    }

    struct Comment: Decodable {
        let lines: [Line]
    }

    struct Line: Decodable {
        let text: String
    }

    struct Location: Decodable {}
}

// Reads symbol graphs, `coverage FILE…`, and prints the public symbols without a summary; fails where there is one.
let symbols = try CommandLine.arguments.dropFirst().flatMap { path in
    try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: path))).symbols
}.filter { $0.location != nil }
let undocumented = symbols.filter { !$0.hasSummary }
for symbol in undocumented { print("\(symbol.pathComponents.joined(separator: ".")) has no summary.") }
print("\(symbols.count - undocumented.count) of \(symbols.count) public symbols are documented.")
exit(undocumented.isEmpty && symbols.count > 500 ? 0 : 1)
