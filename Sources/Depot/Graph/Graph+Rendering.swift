// What the renderings have in common.
extension Graph {
    /// A line for each node: the layers in boxes, and behind them what has no layer.
    func boxed(beginning: (Int, String) -> String, ending: String, _ line: (Node) -> String) -> [String] {
        var lines: [String] = []
        for (index, layer) in layers.enumerated() {
            lines.append(beginning(index, layer.name))
            for node in nodes where node.layer == layer { lines.append("        " + line(node)) }
            lines.append(ending)
        }
        for node in nodes where node.layer == nil { lines.append("    " + line(node)) }
        return lines
    }
}

extension Graph.Node {
    /// What the renderings say of it beside its name: its lifetime, and all that is special.
    var facts: String {
        if isMissing { return "not registered" }
        var facts = implementation.map { $0 + " · " } ?? ""
        facts += isAlias ? "alias" : lifetime
        for (name, trait) in [("main actor", Traits.mainActor), ("async", .async), ("decorated", .decorated), ("replaced", .replaced)]
        where traits.contains(trait) { facts += " · " + name }
        if isOpaque { facts += " · opaque" }
        return facts
    }

    /// How the renderings mark what has a trait and not its rival: with a class in Mermaid, with attributes in the language of Graphviz.
    ///
    /// Where several apply to a node, the later one wins.
    static let looks: [(trait: Traits, rival: Traits, name: String, mermaid: String, dot: String)] = [
        (.mainActor, [], "mainActor", "fill:#dbe9ff,stroke:#3b6fb6,color:#000", "fillcolor=\"#dbe9ff\", color=\"#3b6fb6\""),
        (.async, .mainActor, "async", "fill:#ddf3e4,stroke:#2f8f57,color:#000", "fillcolor=\"#ddf3e4\", color=\"#2f8f57\""),
        (.given, .replaced, "given", "fill:#efe3ff,stroke:#7a4fb5,color:#000", "fillcolor=\"#efe3ff\", color=\"#7a4fb5\""),
        (.opaque, [], "opaque", "stroke-dasharray:4 3", ""),
        (
            .replaced, [], "replaced", "fill:#ffe3c2,stroke:#c7701a,stroke-width:3px,color:#000",
            "fillcolor=\"#ffe3c2\", color=\"#c7701a\""
        ),
        (
            .missing, [], "missing", "fill:#ffd9d9,stroke:#c62828,stroke-dasharray:4 3,color:#000",
            "fillcolor=\"#ffd9d9\", color=\"#c62828\""
        ),
    ]

    /// Whether it has a trait and not its rival.
    func has(_ trait: Traits, unless rival: Traits) -> Bool { traits.contains(trait) && traits.isDisjoint(with: rival) }
}

extension Graph.Edge {
    /// What the renderings write on it; nil for the plain kind.
    var label: String? {
        switch kind {
        case .required: origin == .observed ? "observed" : nil
        case .collection: "all"
        default: kind.rawValue
        }
    }

    /// Whether the renderings draw it broken: the dependency is not needed before the dependent exists.
    var isDeferred: Bool {
        switch kind {
        case .required, .optional, .collection: false
        case .lazy, .provider, .factory: true
        }
    }
}

extension Graph.Edge.Kind {
    init(_ kind: Dependency.Kind) {
        self =
            switch kind {
            case .required: .required
            case .optional: .optional
            case .collection, .named: .collection
            case .lazy: .lazy
            case .provider: .provider
            case .factory: .factory
            }
    }
}
