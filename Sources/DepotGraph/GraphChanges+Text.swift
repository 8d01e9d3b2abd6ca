import Depot

extension GraphChanges: CustomStringConvertible {
    /// The changes for a terminal: `+` for what came, `-` for what went, `~` for what is registered otherwise.
    public var description: String {
        if isEmpty { return "No changes." }
        let parts = [services(name: \.self, text: \.self), dependencies(name: \.self), problems(text: \.self)]
        return ([summary] + parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }).joined(separator: "\n\n")
    }

    /// How much came, went and changed, in one sentence.
    var summary: String {
        let counts = [
            Self.counted("service", "services", came: added.count, went: removed.count, changed: changed.count),
            Self.counted("dependency", "dependencies", came: addedEdges.count, went: removedEdges.count),
            Self.counted("problem", "problems", came: addedProblems.count, went: removedProblems.count),
        ]
        return counts.compactMap(\.self).joined(separator: "; ") + "."
    }

    private static func counted(_ one: String, _ many: String, came: Int, went: Int, changed: Int = 0) -> String? {
        var parts: [String] = []
        for (count, verb) in [(came, "came"), (went, "went"), (changed, "changed")] where count > 0 {
            parts.append(parts.isEmpty ? "\(count) \(count == 1 ? one : many) \(verb)" : "\(count) \(verb)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// A line for each service, with names and all else written as given.
    func services(name: (String) -> String, text: (String) -> String) -> [String] {
        func line(_ sign: String, _ node: Graph.Node, _ facts: String) -> String {
            "\(sign) \(name(node.name))  \(text(facts))\(node.source.map { "  (\(text("\($0)")))" } ?? "")"
        }
        func whole(_ sign: String, _ node: Graph.Node) -> String {
            let facts = [node.lifetime, node.layer?.name, node.isMainActor ? "main actor" : nil, node.isAsync ? "async" : nil]
            return line(sign, node, facts.compactMap(\.self).joined(separator: " · "))
        }
        return added.map { whole("+", $0) } + removed.map { whole("-", $0) }
            + changed.map { change in
                line("~", change.after, change.facets.map { "\($0.name): \($0.before) → \($0.after)" }.joined(separator: ", "))
            }
    }

    /// A line for each dependency, with names written as given.
    func dependencies(name: (String) -> String) -> [String] {
        func line(_ sign: String, _ edge: Edge) -> String {
            "\(sign) \(name(edge.from)) → \(name(edge.to))\(edge.kind == .required ? "" : "  (\(edge.kind.rawValue))")"
        }
        return addedEdges.map { line("+", $0) } + removedEdges.map { line("-", $0) }
    }

    /// A line for each problem, with its sentence written as given.
    func problems(text: (String) -> String) -> [String] {
        addedProblems.map { "+ \($0.kind.rawValue): \(text($0.what))" } + removedProblems.map { "- \($0.kind.rawValue): \(text($0.what))" }
    }
}
