extension Graph {
    /// The graph as a Mermaid flowchart, which GitHub and many editors draw.
    ///
    /// Layers are boxes, from the lowest on the left to the highest on the right. A shared service has round ends, a main-actor one
    /// is blue, an async one is green, a replaced one orange, an opaque one has a broken border, a missing one is red.
    public var mermaid: String {
        var lines = ["flowchart RL"]
        for (index, layer) in layers.enumerated() {
            lines.append("    subgraph layer\(index)[\"\(escaped(layer.name))\"]")
            lines += nodes.filter { $0.layer == layer }.map { "        \(mermaidNode($0))" }
            lines.append("    end")
        }
        lines += nodes.filter { $0.layer == nil }.map { "    \(mermaidNode($0))" }
        for edge in edges {
            let line = edge.isDeferred ? "-.->" : "-->"
            lines.append("    n\(edge.from) \(line)\(edge.label.map { "|\($0)|" } ?? "") n\(edge.to)")
        }
        let styles: [(name: String, style: String, members: [Node])] = [
            ("mainActor", "fill:#dbe9ff,stroke:#3b6fb6,color:#000", nodes.filter(\.isMainActor)),
            ("async", "fill:#ddf3e4,stroke:#2f8f57,color:#000", nodes.filter { $0.isAsync && !$0.isMainActor }),
            ("given", "fill:#efe3ff,stroke:#7a4fb5,color:#000", nodes.filter { $0.isGiven && !$0.isReplaced }),
            ("opaque", "stroke-dasharray:4 3", nodes.filter(\.isOpaque)),
            ("replaced", "fill:#ffe3c2,stroke:#c7701a,stroke-width:3px,color:#000", nodes.filter(\.isReplaced)),
            ("missing", "fill:#ffd9d9,stroke:#c62828,stroke-dasharray:4 3,color:#000", nodes.filter(\.isMissing)),
        ]
        for style in styles where !style.members.isEmpty {
            lines.append("    classDef \(style.name) \(style.style)")
            lines.append("    class \(style.members.map { "n\($0.id)" }.joined(separator: ",")) \(style.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func mermaidNode(_ node: Node) -> String {
        let label = "\"\(escaped(node.name))<br/>\(escaped(node.facts.joined(separator: " · ")))\""
        if node.isMissing { return "n\(node.id){{\(label)}}" }
        return node.isShared ? "n\(node.id)([\(label)])" : "n\(node.id)[\(label)]"
    }

    /// Text for between the quotes of a Mermaid label: the characters that mean something there are written by number.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "<", ">", "#", "&", "`", "\\", "\n": escaped += "#\(character.value);"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
