extension Container {
    /// What is registered and what needs what, as this container sees it now.
    ///
    /// Builds nothing and runs no factory. What a `using:` function needs is known from its parameters; what a bare closure
    /// needs, once it has run. Takes time in proportion to registrations and dependencies.
    ///
    /// ```swift
    /// print(container.graph.mermaid)
    /// ```
    public var graph: Graph { Graph(Wiring(survey())) }
}

extension Graph {
    init(_ wiring: Wiring) {
        let survey = wiring.survey
        let names = Names(survey.registrations.map(\.key) + wiring.gaps.map(\.dependency.key))
        var places: [Survey.Place] = []
        var number: [Survey.Place: Int] = [:]
        let found = Set(wiring.vertices.map(\.place))
        for level in survey.levels.indices.reversed() {
            for index in survey.levels[level].entries.indices where found.contains(Survey.Place(level: level, index: index)) {
                number[Survey.Place(level: level, index: index)] = places.count
                places.append(Survey.Place(level: level, index: index))
            }
        }
        let opaque = Set(wiring.vertices.indices.filter(wiring.isOpaque).map { wiring.vertices[$0].place })
        var nodes = places.enumerated().map { id, place in
            Node(id: id, name: names.name(of: survey[place].registration.key), place, survey[place], isOpaque: opaque.contains(place))
        }
        var edges: [Edge] = []
        var seen: Set<Edge> = []
        for source in wiring.vertices.indices {
            for edge in wiring.edges[source] {
                guard let from = number[wiring.vertices[source].place], let to = number[wiring.vertices[edge.target].place] else {
                    continue
                }
                let edge = Edge(edge, from: from, to: to)
                if seen.insert(edge).inserted { edges.append(edge) }
            }
        }
        var missing: [Key: Int] = [:]
        for gap in wiring.gaps {
            let key = gap.dependency.key
            if missing[key] == nil {
                missing[key] = nodes.count
                nodes.append(Node(missing: key, id: nodes.count, name: names.name(of: key)))
            }
            guard let from = number[wiring.vertices[gap.source].place], let to = missing[key] else { continue }
            let edge = Edge(from: from, to: to, kind: Edge.Kind(gap.dependency.kind), origin: .declared)
            if seen.insert(edge).inserted { edges.append(edge) }
        }
        self.init(
            nodes: nodes, edges: edges.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element))
    }
}

extension Graph.Node {
    fileprivate init(id: Int, name: String, _ place: Survey.Place, _ entry: Survey.Entry, isOpaque: Bool) {
        let registration = entry.registration
        let traits = registration.traits
        self.init(
            id: id, name: name, implementation: registration.implementation.map { typeName(of: $0) },
            lifetime: registration.writtenLifetime, layer: registration.layer, source: registration.source,
            assembly: registration.assembly, isShared: registration.lifetime.isShared, isAsync: traits.contains(.async),
            isMainActor: traits.contains(.mainActor), isAlias: traits.contains(.alias), isDecorated: traits.contains(.decorated),
            isReplaced: entry.isReplaced, isGiven: traits.contains(.expected), isOpaque: isOpaque, isInherited: place.level > 0,
            isMissing: false, key: registration.key)
    }

    fileprivate init(missing key: Key, id: Int, name: String) {
        self.init(
            id: id, name: name, implementation: nil, lifetime: "", layer: nil, source: nil, assembly: nil, isShared: false, isAsync: false,
            isMainActor: false,
            isAlias: false, isDecorated: false, isReplaced: false, isGiven: false, isOpaque: false, isInherited: false, isMissing: true,
            key: key)
    }
}
