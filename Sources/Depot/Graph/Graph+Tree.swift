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
        var needs = Array(repeating: [Edge](), count: nodes.count)
        var isNeeded = Array(repeating: false, count: nodes.count)
        for edge in edges {
            needs[edge.from].append(edge)
            if edge.from != edge.to { isNeeded[edge.to] = true }
        }
        var text = ""
        var isWritten = Array(repeating: false, count: nodes.count)
        // Twice through all: what is needed only by itself, around a cycle, comes last.
        for place in 0..<2 * nodes.count {
            let start = place % nodes.count
            if isNeeded[start] != (place >= nodes.count) || isWritten[start] { continue }
            // No recursion, and no line is indented deeper than can be read: what lies deeper is a tree of its own.
            var roots = [start]
            var next = 0
            while next < roots.count {
                var open = [(node: roots[next], branch: "", indent: "", depth: 0)]
                next += 1
                while let now = open.popLast() {
                    let children = needs[now.node]
                    let isRepeated = isWritten[now.node] && !children.isEmpty
                    let isTooDeep = now.depth == Self.depthLimit && !children.isEmpty && !isRepeated
                    text += now.branch + treeLine(nodes[now.node]) + (isRepeated ? "  ↑\n" : isTooDeep ? "  ↓\n" : "\n")
                    if isTooDeep { roots.append(now.node) }
                    if isRepeated || isTooDeep { continue }
                    isWritten[now.node] = true
                    for (index, edge) in children.enumerated().reversed() {
                        let (branch, below) = index == children.count - 1 ? ("└─ ", "   ") : ("├─ ", "│  ")
                        let kind = edge.label.map { "(\($0)) " } ?? ""
                        open.append((edge.to, now.indent + branch + kind, now.indent + below, now.depth + 1))
                    }
                }
            }
        }
        return text
    }

    private static var depthLimit: Int { 32 }

    private func treeLine(_ node: Node) -> String {
        node.name + "  " + (node.layer.map { $0.name + " · " } ?? "") + node.facts
    }
}
