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
        var needs = Array(repeating: [Int](), count: nodes.count)
        var isNeeded = Array(repeating: false, count: nodes.count)
        for (index, edge) in edges.enumerated() {
            needs[edge.from].append(index)
            if edge.from != edge.to { isNeeded[edge.to] = true }
        }
        var text = ""
        var isWritten = Array(repeating: false, count: nodes.count)
        // No line is indented deeper than can be read: what lies deeper is a tree of its own.
        var roots: [Int] = []
        var next = 0
        func write(_ node: Int, _ branch: String, _ indent: String, _ depth: Int) {
            let children = needs[node]
            let isRepeated = isWritten[node] && !children.isEmpty
            let isTooDeep = depth == Self.depthLimit && !children.isEmpty && !isRepeated
            text += branch + treeLine(nodes[node]) + (isRepeated ? "  ↑\n" : isTooDeep ? "  ↓\n" : "\n")
            if isTooDeep { roots.append(node) }
            if isRepeated || isTooDeep { return }
            isWritten[node] = true
            for index in children {
                let (branch, below) = index == children[children.count - 1] ? ("└─ ", "   ") : ("├─ ", "│  ")
                let kind = edges[index].label.map { "(" + $0 + ") " } ?? ""
                write(edges[index].to, indent + branch + kind, indent + below, depth + 1)
            }
        }
        // Twice through all: what is needed only by itself, around a cycle, comes last.
        for place in 0..<2 * nodes.count {
            let start = place % nodes.count
            if isNeeded[start] != (place >= nodes.count) || isWritten[start] { continue }
            roots.append(start)
            while next < roots.count {
                write(roots[next], "", "", 0)
                next += 1
            }
        }
        return text
    }

    private static var depthLimit: Int { 32 }

    private func treeLine(_ node: Node) -> String {
        node.name.escaped(["\n": "\\n", "\r": "\\r"]) + "  " + (node.layer.map { $0.name + " · " } ?? "") + node.facts
    }
}
