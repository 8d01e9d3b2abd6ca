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

    /// What becomes of the graph.
    enum Output: Equatable, Sendable {
        /// It is written to standard output.
        case text(Format)
        /// It becomes a file in a directory, which is opened.
        case picture(directory: URL)
    }

    let output: Output

    @Inject private var opener: any Opener

    init(output: Output) {
        self.output = output
    }

    func run() async throws(Problem) {
        let graph = Container.shared.graph
        switch output {
        case .text(let format): try StandardOutput.say(Self.text(graph, format))
        case .picture(let directory):
            let file = try GraphPicture(graph: graph, programs: .ofTheEnvironment).write(into: directory)
            try StandardOutput.say("Written: \(file.path)")
            try opener.open(file)
        }
    }

    private static func text(_ graph: Graph, _ format: Format) throws(Problem) -> String {
        switch format {
        case .tree: graph.tree
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        case .json: try json(graph)
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
