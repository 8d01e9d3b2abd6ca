import Depot
import Foundation

/// `popcorn graph`: what the app is made of, without making any of it.
struct GraphCommand: Command {
    /// How the graph is written.
    enum Format: String, CaseIterable, Sendable {
        case tree
        case mermaid
        case dot
        case json
    }

    let format: Format

    func run() async throws(Problem) {
        let graph = Container.shared.graph
        switch format {
        case .tree: print(graph.tree)
        case .mermaid: print(graph.mermaid)
        case .dot: print(graph.dot)
        case .json: print(try Self.json(graph))
        }
    }

    private static func json(_ graph: Graph) throws(Problem) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(graph), as: UTF8.self)
        } catch {
            throw Problem(.usage, "The graph could not be written as JSON: \(error)", at: "the graph", fix: "choose another --format")
        }
    }
}
