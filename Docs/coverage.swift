import Foundation

/// A page of the site.
struct Page: Decodable {
    let title: String
    let referencePath: String
    let hasAbstract: Bool
    let kind: Kind

    struct Kind: Decodable {
        let isSymbol: Bool
    }
}

// Reads the coverage that docc writes, and prints the public symbols without a summary; fails where there is one. Initializers from a raw value
// are the compiler's own.
let pages = try JSONDecoder().decode([Page].self, from: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let symbols = pages.filter { $0.kind.isSymbol && $0.title != "init(rawValue:)" }
let undocumented = symbols.filter { !$0.hasAbstract }
for symbol in undocumented { print("\(symbol.referencePath) has no summary.") }
print("\(symbols.count - undocumented.count) of \(symbols.count) public symbols are documented.")
exit(undocumented.isEmpty && symbols.count > 500 ? 0 : 1)
