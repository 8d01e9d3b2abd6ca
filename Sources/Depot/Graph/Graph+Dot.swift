extension Graph {
    /// The graph in the language of Graphviz: `dot -Tsvg` draws it.
    ///
    /// Layers are boxes, from the lowest on the left to the highest on the right, marked as in ``mermaid``.
    public var dot: String {
        var lines = [
            "digraph Depot {",
            "    rankdir=RL;",
            "    graph [fontname=\"Helvetica\", style=\"rounded\", color=\"#b8bfc8\", bgcolor=\"transparent\"];",
            "    node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"filled\", fillcolor=\"#ffffff\", color=\"#6b7480\"];",
            "    edge [fontname=\"Helvetica\", fontsize=9, color=\"#6b7480\"];",
        ]
        for (index, layer) in layers.enumerated() {
            lines.append("    subgraph cluster_\(index) {")
            lines.append("        label=\(quoted(layer.name));")
            lines += nodes.filter { $0.layer == layer }.map { "        \(dotNode($0))" }
            lines.append("    }")
        }
        lines += nodes.filter { $0.layer == nil }.map { "    \(dotNode($0))" }
        for edge in edges {
            var attributes: [String] = []
            if edge.isDeferred { attributes.append("style=\"dashed\"") }
            if let label = edge.label { attributes.append("label=\(quoted(label))") }
            lines.append("    n\(edge.from) -> n\(edge.to)\(attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]");")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private func dotNode(_ node: Node) -> String {
        var style = node.isShared ? ["filled", "rounded"] : ["filled"]
        if node.isOpaque || node.isMissing { style.append("dashed") }
        var attributes = [
            "label=\(quoted("\(node.name)\n\(node.facts.joined(separator: " · "))"))", "style=\"\(style.joined(separator: ","))\"",
        ]
        if let colours = colours(of: node) { attributes += ["fillcolor=\"\(colours.fill)\"", "color=\"\(colours.line)\""] }
        if node.isReplaced { attributes.append("penwidth=3") }
        if let source = node.source { attributes.append("tooltip=\(quoted("\(source)"))") }
        return "n\(node.id) [\(attributes.joined(separator: ", "))];"
    }

    private func colours(of node: Node) -> (fill: String, line: String)? {
        if node.isMissing { return ("#ffd9d9", "#c62828") }
        if node.isReplaced { return ("#ffe3c2", "#c7701a") }
        if node.isGiven { return ("#efe3ff", "#7a4fb5") }
        if node.isMainActor { return ("#dbe9ff", "#3b6fb6") }
        return node.isAsync ? ("#ddf3e4", "#2f8f57") : nil
    }

    private func quoted(_ text: String) -> String {
        var quoted = ""
        // By scalars, as Graphviz reads it: a quote with an accent is a quote.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
