import Depot
import DepotGraph
import Foundation

/// `popcorn graph`: what the app is made of, without making any of it, and what has changed since an earlier graph.
struct GraphCommand: Command {
    /// How the graph is written.
    enum Format: String, CaseIterable, Sendable {
        case tree
        case mermaid
        case dot
        case json
        case html
    }

    /// How a comparison is written.
    enum ComparisonFormat: String, CaseIterable, Sendable {
        case text
        case markdown
        case json
        case html
    }

    /// What is written.
    enum Content: Equatable, Sendable {
        case graph(Format)
        /// What has changed since the graph in a file.
        case comparison(with: URL, ComparisonFormat)
    }

    /// What becomes of it.
    enum Output: Equatable, Sendable {
        /// It is written to standard output.
        case text(Content)
        /// It becomes a page in a directory, which is opened.
        case page(directory: URL, comparedWith: URL?)
    }

    let output: Output

    @Inject private var opener: any Opener

    init(output: Output) {
        self.output = output
    }

    func run() async throws(Problem) {
        let graph = Container.shared.graph
        switch output {
        case .text(let content): try StandardOutput.say(Self.text(graph, content))
        case .page(let directory, let earlier):
            let changes = try earlier.map { (file) throws(Problem) in graph.changes(since: try GraphFile(url: file).graph()) }
            let file = directory.appending(path: "graph.html")
            try GraphFile(url: file).write(Self.page(graph, changes))
            try StandardOutput.say("Written: \(file.path)")
            try opener.open(file)
        }
    }

    private static func text(_ graph: Graph, _ content: Content) throws(Problem) -> String {
        switch content {
        case .graph(.tree): return graph.tree
        case .graph(.mermaid): return graph.mermaid
        case .graph(.dot): return graph.dot
        case .graph(.json): return String(decoding: graph.json, as: UTF8.self)
        case .graph(.html): return page(graph, nil)
        case .comparison(let file, let format):
            let changes = graph.changes(since: try GraphFile(url: file).graph())
            switch format {
            case .text: return changes.description
            case .markdown: return changes.markdown
            case .json: return String(decoding: changes.json, as: UTF8.self)
            case .html: return page(graph, changes)
            }
        }
    }

    private static func page(_ graph: Graph, _ changes: GraphChanges?) -> String { graph.html(title: "popcorn", changes: changes) }
}
