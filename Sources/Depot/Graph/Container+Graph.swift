extension Container {
    /// What is registered and what needs what, as this container sees it now.
    ///
    /// Builds nothing, runs no factory, and checks what `validate()` checks. What a `using:` function needs is known from its parameters; what a bare closure
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
        let validation = Validation(wiring)
        let names = validation.names
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
            Node(id: id, names, place, survey[place], isOpaque: opaque.contains(place))
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
            nodes: nodes, edges: edges.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element),
            problems: validation.problems)
    }
}

extension Graph.Node {
    fileprivate init(id: Int, _ names: Names, _ place: Survey.Place, _ entry: Survey.Entry, isOpaque: Bool) {
        let registration = entry.registration
        let facts: [(Bool, Traits)] = [
            (registration.lifetime.isShared, .shared), (registration.traits.contains(.async), .async),
            (registration.traits.contains(.mainActor), .mainActor), (registration.traits.contains(.alias), .alias),
            (registration.traits.contains(.decorated), .decorated), (entry.isReplaced, .replaced),
            (registration.traits.contains(.expected), .given), (isOpaque, .opaque), (place.level > 0, .inherited),
            (entry.wasResolved, .resolved),
        ]
        self.init(
            id: id, name: names.name(of: registration.key), qualifiedName: registration.key.qualifiedName,
            implementation: registration.implementation.map { typeName(of: $0) }, lifetime: registration.writtenLifetime,
            layer: registration.layer, source: registration.source, assembly: registration.assembly?.name,
            observedResolves: entry.observedResolves,
            instances: entry.made.map { made in
                Graph.Instance(number: made.birth, age: made.age, requester: made.requester.map { names.name(of: $0.key) })
            }, traits: Traits(facts.filter(\.0).map(\.1)), key: Graph.LiveKey(key: registration.key))
    }

    fileprivate init(missing key: Key, id: Int, name: String) {
        self.init(
            id: id, name: name, qualifiedName: key.qualifiedName, implementation: nil, lifetime: "", layer: nil, source: nil, assembly: nil,
            observedResolves: 0, instances: [], traits: .missing, key: Graph.LiveKey(key: key))
    }
}

extension Graph.Node {
    /// A node that was read: its type is not known here.
    package init(
        id: Int, name: String, qualifiedName: String, implementation: String?, lifetime: String, layer: Layer?, source: SourceLine?,
        assembly: String?, observedResolves: Int, instances: [Graph.Instance], traits: Traits
    ) {
        self.init(
            id: id, name: name, qualifiedName: qualifiedName, implementation: implementation, lifetime: lifetime, layer: layer,
            source: source, assembly: assembly, observedResolves: observedResolves, instances: instances, traits: traits,
            key: Graph.LiveKey(key: nil))
    }
}
