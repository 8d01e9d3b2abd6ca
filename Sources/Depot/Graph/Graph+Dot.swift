extension Graph {
    /// The graph in the language of Graphviz: `dot -Tsvg` draws it.
    ///
    /// Layers are boxes, from the lowest on the left to the highest on the right, marked as in ``mermaid``.
    public var dot: String {
        var lines = [
            """
            digraph Depot {
                rankdir=RL;
                graph [fontname="Helvetica", style="rounded", color="#b8bfc8", bgcolor="transparent"];
                node [fontname="Helvetica", fontsize=11, shape=box, style="filled", fillcolor="#ffffff", color="#6b7480"];
                edge [fontname="Helvetica", fontsize=9, color="#6b7480"];
            """
        ]
        lines += boxed(beginning: { "    subgraph cluster_\($0) {\n        label=\(quoted($1));" }, ending: "    }", dotNode)
        for edge in edges {
            var attributes: [String] = []
            if edge.isDeferred { attributes.append("style=\"dashed\"") }
            if let label = edge.label { attributes.append("label=\(quoted(label))") }
            let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    n\(edge.from) -> n\(edge.to)\(list);")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private func dotNode(_ node: Node) -> String {
        let corners = node.isShared ? ",rounded" : ""
        let border = node.isOpaque || node.isMissing ? ",dashed" : ""
        var text = "n\(node.id) [label=\(quoted(node.name + "\n" + node.facts)), style=\"filled\(corners)\(border)\""
        if let look = Node.looks.last(where: { !$0.dot.isEmpty && node.has($0.trait, unless: $0.rival) }) { text += ", " + look.dot }
        if node.isReplaced { text += ", penwidth=3" }
        if let source = node.source { text += ", tooltip=" + quoted(source.description) }
        return text + "];"
    }

    @inline(never)
    private func quoted(_ text: String) -> String {
        "\"" + text.escaped(["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "&": "&amp;"]) + "\""
    }
}
