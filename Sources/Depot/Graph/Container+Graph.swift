extension Container {
    /// What is registered and what needs what, as this container sees it now.
    ///
    /// Builds nothing, runs no factory, and checks what `validate()` checks. What a `using:` function needs is known from its parameters; what a bare closure
    /// needs, once it has run. Takes time in proportion to registrations and dependencies.
    ///
    /// ```swift
    /// print(container.graph.mermaid)
    /// ```
    public var graph: Graph { Graph(Validation(Wiring(survey()))) }
}

extension Graph {
    init(_ validation: Validation) {
        let (survey, names) = (validation.wiring.survey, validation.names)
        // The node of each place, or -1 where nothing can resolve it.
        var nodeAt = Array(repeating: -1, count: survey.entries.count)
        for vertex in validation.wiring.vertices { nodeAt[vertex.place] = 0 }
        var nodes: [Node] = []
        for place in survey.entries.indices where nodeAt[place] == 0 {
            nodeAt[place] = nodes.count
            nodes.append(Node(id: nodes.count, names, survey.entries[place], isInherited: survey.levelOf[place] > 0))
        }
        var needs = Array(repeating: [Edge](), count: nodes.count)
        for (source, vertex) in validation.wiring.vertices.enumerated() {
            let from = nodeAt[vertex.place]
            for edge in validation.wiring.edges(of: source) {
                let to = nodeAt[validation.wiring.vertices[edge.target].place]
                let edge = Edge(from: from, to: to, kind: edge.kind, origin: edge.isObserved ? .observed : .declared)
                // Only a registration that stands at two places can need the same twice.
                if vertex.sibling < 0 || !needs[from].contains(edge) { needs[from].append(edge) }
            }
        }
        let firstMissing = nodes.count
        for key in validation.wiring.missing { nodes.append(Node(missing: key, id: nodes.count, name: names.name(of: key))) }
        for gap in validation.wiring.gaps {
            let from = nodeAt[validation.wiring.vertices[gap.source].place]
            let edge = Edge(from: from, to: firstMissing + gap.target, kind: gap.kind, origin: .declared)
            if !needs[from].contains(edge) { needs[from].append(edge) }
        }
        self.init(nodes: nodes, edges: needs.flatMap { $0 }, problems: validation.problems)
    }
}

extension Graph.Node {
    fileprivate init(id: Int, _ names: Names, _ entry: Survey.Entry, isInherited: Bool) {
        let registration = entry.registration
        var traits: Traits = []
        func note(_ trait: Traits, _ isSo: Bool) { if isSo { traits = traits.union(trait) } }
        note(.shared, registration.lifetime.isShared)
        note(.async, registration.traits.contains(.async))
        note(.mainActor, registration.traits.contains(.mainActor))
        note(.alias, registration.traits.contains(.alias))
        note(.decorated, registration.traits.contains(.decorated))
        note(.replaced, entry.isReplaced)
        note(.given, registration.traits.contains(.expected))
        note(.opaque, entry.isOpaque)
        note(.inherited, isInherited)
        note(.resolved, entry.wasResolved)
        self.init(
            id: id, name: names.name(of: registration.key), qualifiedName: registration.key.qualifiedName,
            implementation: registration.implementation.map { typeName(of: $0) }, lifetime: registration.writtenLifetime,
            layer: registration.layer, source: registration.source, assembly: registration.assembly?.name,
            observedResolves: entry.observedResolves,
            instances: entry.made.map { made in
                Graph.Instance(number: made.birth, age: made.age, requester: made.requester.map { names.name(of: $0) })
            }, traits: traits, key: Graph.LiveKey(key: registration.key))
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
