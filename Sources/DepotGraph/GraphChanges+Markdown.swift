import Depot

extension GraphChanges {
    /// The changes for a review, as GitHub and GitLab draw Markdown: the lists, and a Mermaid picture of what changed and its neighbours.
    ///
    /// In the picture what came is green, what went red and broken, what is registered otherwise orange. Where more than a hundred nodes
    /// would be in it, the neighbours are left out, and where it is still as many, the picture.
    public var markdown: String {
        if isEmpty { return "No changes in the graph.\n" }
        var text = "**\(summary)**\n"
        let lists = [
            ("Services", services(name: Self.code, text: Self.escaped)), ("Dependencies", dependencies(name: Self.code)),
            ("Problems", problems(text: Self.escaped)),
        ]
        for (title, lines) in lists where !lines.isEmpty {
            text += "\n#### \(title)\n" + lines.map { "- `\($0.prefix(1))`\($0.dropFirst())\n" }.joined()
        }
        guard let picture = ChangesPicture(self) else { return text }
        return text + "\n```mermaid\n\(picture.mermaid)```\n"
    }

    /// Text as it is, whatever is in it: between more backticks than follow each other in it.
    private static func code(_ text: String) -> String {
        let line = oneLine(text)
        var (longest, run) = (0, 0)
        for scalar in line.unicodeScalars {
            run = scalar == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        if longest == 0 { return "`\(line)`" }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence) \(line) \(fence)"
    }

    /// Text in which nothing is markup.
    private static func escaped(_ text: String) -> String {
        oneLine(text).escaped([
            "<": "&lt;", "&": "&amp;", "\\": "\\\\", "`": "\\`", "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "#": "\\#", "|": "\\|",
            "~": "\\~",
        ])
    }

    private static func oneLine(_ text: String) -> String {
        text.escaped(["\n": " ", "\r": " ", "\u{B}": " ", "\u{C}": " ", "\u{85}": " ", "\u{2028}": " ", "\u{2029}": " "])
    }
}

/// What changed in a graph and its neighbours, as a graph of their own.
private struct ChangesPicture {
    private var nodes: [Graph.Node] = []
    private var edges: [Graph.Edge] = []
    private var nodeStyles: [Int: String] = [:]
    private var edgeStyles: [Int: String] = [:]
    private static let limit = 100

    private enum Style {
        static let added = "stroke:#2f8f57,stroke-width:3px"
        static let removed = "stroke:#c62828,stroke-width:3px,stroke-dasharray:5 3"
        static let changed = "stroke:#c7701a,stroke-width:3px"
    }

    /// - Returns: nil where there is nothing to draw, or too much.
    init?(_ changes: GraphChanges) {
        let (earlier, later) = (changes.earlier, changes.graph)
        let matches = Matches(earlier, later)
        // The later graph's nodes, and behind them what went.
        let gone = earlier.nodes.filter { matches.later($0) == nil }
        let all = later.nodes + gone
        let placeOfGone = Dictionary(uniqueKeysWithValues: gone.enumerated().map { ($0.element.id, later.nodes.count + $0.offset) })
        func place(_ old: Int) -> Int { matches.later(earlier.nodes[old])?.id ?? placeOfGone[old] ?? 0 }
        let removedEdges = earlier.edges.filter { !matches.hasLater($0) }.map {
            Graph.Edge(from: place($0.from), to: place($0.to), kind: $0.kind, origin: $0.origin)
        }
        let addedEdges = later.edges.filter { !matches.hasEarlier($0) }
        var styles: [Int: String] = [:]
        for node in changes.added { styles[node.id] = Style.added }
        for node in changes.removed { styles[place(node.id)] = Style.removed }
        for change in changes.changed { styles[change.after.id] = Style.changed }
        let core = Set(styles.keys).union((addedEdges + removedEdges).flatMap { [$0.from, $0.to] })
        let touching = later.edges.filter { core.contains($0.from) || core.contains($0.to) }
        var shown = core.union(touching.flatMap { [$0.from, $0.to] })
        if shown.count > Self.limit { shown = core }
        if shown.isEmpty || shown.count > Self.limit { return nil }
        var number: [Int: Int] = [:]
        for place in shown.sorted() {
            number[place] = nodes.count
            nodeStyles[nodes.count] = styles[place]
            nodes.append(all[place].renumbered(nodes.count))
        }
        let isAdded = Set(addedEdges)
        for (edge, style) in later.edges.map({ ($0, isAdded.contains($0) ? Style.added : nil) }) + removedEdges.map({ ($0, Style.removed) })
        {
            guard let from = number[edge.from], let to = number[edge.to] else { continue }
            edgeStyles[edges.count] = style
            edges.append(Graph.Edge(from: from, to: to, kind: edge.kind, origin: edge.origin))
        }
    }

    /// The picture, with the styles of what changed.
    var mermaid: String {
        let graph = Graph(nodes: nodes, edges: edges, problems: [])
        let styles =
            nodeStyles.sorted { $0.key < $1.key }.map { "    style n\($0.key) \($0.value)\n" }
            + edgeStyles.sorted { $0.key < $1.key }.map { "    linkStyle \($0.key) \($0.value)\n" }
        return graph.mermaid + styles.joined()
    }
}

extension Graph.Node {
    /// The same service at another place.
    fileprivate func renumbered(_ id: Int) -> Graph.Node {
        Graph.Node(
            id: id, name: name, qualifiedName: qualifiedName, implementation: implementation, lifetime: lifetime, layer: layer,
            source: source, assembly: assembly, observedResolves: observedResolves, instances: instances, traits: traits)
    }
}
