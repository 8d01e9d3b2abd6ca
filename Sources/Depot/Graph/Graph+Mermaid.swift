extension Graph {
    /// The graph as a Mermaid flowchart, which GitHub and many editors draw.
    ///
    /// Layers are boxes, from the lowest on the left to the highest on the right. A shared service has round ends, a main-actor one
    /// is blue, an async one is green, a replaced one orange, an opaque one has a broken border, a missing one is red.
    public var mermaid: String {
        var lines = ["flowchart RL"]
        lines += boxed(beginning: { "    subgraph layer\($0)[\"\(mermaidText($1))\"]" }, ending: "    end", mermaidNode)
        for edge in edges {
            let line = edge.isDeferred ? "-.->" : "-->"
            let label = edge.label.map { "|\($0)|" } ?? ""
            lines.append("    n\(edge.from) \(line)\(label) n\(edge.to)")
        }
        for look in Node.looks {
            let members = nodes.filter { $0.has(look.trait, unless: look.rival) }.map { "n\($0.id)" }
            if members.isEmpty { continue }
            lines.append("    classDef \(look.name) \(look.mermaid)")
            lines.append("    class \(members.joined(separator: ",")) \(look.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func mermaidNode(_ node: Node) -> String {
        let (left, right) = node.isMissing ? ("{{", "}}") : node.isShared ? ("([", "])") : ("[", "]")
        return "n\(node.id)\(left)\"\(mermaidText(node.name))<br/>\(mermaidText(node.facts))\"\(right)"
    }

    /// Text for between the quotes of a Mermaid label: the characters that mean something there are written by number.
    private func mermaidText(_ text: String) -> String {
        text.escaped(["\"": "", "<": "", ">": "", "#": "", "&": "", "`": "", "\\": "", "\n": ""])
    }
}
