extension Graph {
    /// What a service needs, directly or through any number of others.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - transitively: Whether what its dependencies need belongs to it, too.
    /// - Returns: The services, in the order of the graph; none where the type is not in it.
    public func dependencies<Service>(of type: Service.Type, name: Name? = nil, transitively: Bool = false) -> [Node] {
        reached(from: type, name, transitively, edges.map { ($0.from, $0.to) })
    }

    /// Who needs a service, directly or through any number of others: what a change of it may reach.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - transitively: Whether who needs its dependents belongs to it, too.
    /// - Returns: The services, in the order of the graph; none where the type is not in it.
    public func dependents<Service>(of type: Service.Type, name: Name? = nil, transitively: Bool = false) -> [Node] {
        reached(from: type, name, transitively, edges.map { ($0.to, $0.from) })
    }

    /// The nodes of a type: one as a rule, more where it is contributed or takes several lists of arguments.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    /// - Returns: The nodes, in the order of the graph.
    public func nodes<Service>(of type: Service.Type, name: Name? = nil) -> [Node] {
        let key = Key(type, name: name)
        return nodes.filter { $0.isService(key) }
    }

    private func reached(from type: any Any.Type, _ name: Name?, _ transitively: Bool, _ steps: [(Int, Int)]) -> [Node] {
        var next = Array(repeating: [Int](), count: nodes.count)
        for (from, to) in steps { next[from].append(to) }
        var isReached = Array(repeating: false, count: nodes.count)
        let key = Key(type, name: name)
        var open = nodes.indices.filter { nodes[$0].isService(key) }
        while let node = open.popLast() {
            for target in next[node] where !isReached[target] {
                isReached[target] = true
                if transitively { open.append(target) }
            }
        }
        return nodes.filter { isReached[$0.id] }
    }
}

extension Graph.Node {
    /// Whether it is of a type and name, whatever its arguments.
    fileprivate func isService(_ key: Key) -> Bool {
        if let own = self.key.key { return own.typeID == key.typeID && own.name == key.name }
        return qualifiedName == key.qualifiedName || qualifiedName.hasPrefix(key.qualifiedName + Key.argumentsMark)
    }
}
