extension Graph {
    /// The graph as text for a terminal: from what nobody needs down to what needs nothing.
    ///
    /// What a service needs is written out where it is first met; `↑` says that it stands above.
    ///
    /// ```text
    /// LoginViewModel  transient · main actor
    /// └─ any LoginUseCase  transient
    ///    └─ any NetworkManager  singleton
    /// ```
    public var tree: String {
        var writer = TreeWriter(self)
        return writer.write()
    }
}

/// Writes a graph as trees, each node's own tree once.
///
/// No recursion, and no line is indented deeper than can be read.
private struct TreeWriter {
    private let graph: Graph
    private var needs: [[Graph.Edge]]
    private var isNeeded: [Bool]
    private var isWritten: [Bool]
    private var lines: [String] = []
    private static let depthLimit = 32

    private struct Open {
        let node: Int
        let edge: Graph.Edge?
        /// What stands before the branch of the children.
        let indent: String
        let branch: String
        let depth: Int
    }

    init(_ graph: Graph) {
        self.graph = graph
        needs = Array(repeating: [], count: graph.nodes.count)
        isNeeded = Array(repeating: false, count: graph.nodes.count)
        isWritten = isNeeded
        for edge in graph.edges {
            needs[edge.from].append(edge)
            if edge.from != edge.to { isNeeded[edge.to] = true }
        }
    }

    mutating func write() -> String {
        for node in graph.nodes.indices where !isNeeded[node] { writeTree(from: node) }
        // What is left is needed only by itself, around a cycle.
        for node in graph.nodes.indices where !isWritten[node] { writeTree(from: node) }
        return lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    }

    private mutating func writeTree(from root: Int) {
        var roots = [root]
        var next = 0
        while next < roots.count {
            var open = [Open(node: roots[next], edge: nil, indent: "", branch: "", depth: 0)]
            next += 1
            while let now = open.popLast() {
                let children = needs[now.node]
                let isRepeated = isWritten[now.node] && !children.isEmpty
                let isTooDeep = now.depth == Self.depthLimit && !children.isEmpty && !isRepeated
                lines.append(now.indent + now.branch + label(now) + (isRepeated ? "  ↑" : isTooDeep ? "  ↓" : ""))
                if isTooDeep { roots.append(now.node) }
                if isRepeated || isTooDeep { continue }
                isWritten[now.node] = true
                let indent = now.indent + (now.branch.isEmpty ? "" : now.branch == "├─ " ? "│  " : "   ")
                for (index, edge) in children.enumerated().reversed() {
                    let branch = index == children.count - 1 ? "└─ " : "├─ "
                    open.append(Open(node: edge.to, edge: edge, indent: indent, branch: branch, depth: now.depth + 1))
                }
            }
        }
    }

    private func label(_ open: Open) -> String {
        let node = graph.nodes[open.node]
        var facts = node.facts
        if let layer = node.layer { facts.insert(layer.name, at: 0) }
        let kind = open.edge?.label.map { "(\($0)) " } ?? ""
        return "\(kind)\(node.name)  \(facts.joined(separator: " · "))"
    }
}
