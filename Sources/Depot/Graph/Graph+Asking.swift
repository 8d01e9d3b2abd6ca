extension Graph {
    /// What a service needs, directly or through any number of others.
    ///
    /// - Parameters:
    ///   - type: The service.
    ///   - name: The registration's name, if it has one.
    ///   - transitively: Whether what its dependencies need belongs to it, too.
    /// - Returns: The services, in the order of the graph; none where the type is not in it.
    public func dependencies<Service>(of type: Service.Type, name: Name? = nil, transitively: Bool = false) -> [Node] {
        reached(from: Key(type, name: name), transitively, isBackwards: false)
    }

    /// Who needs a service, directly or through any number of others: what a change of it may reach.
    ///
    /// Parameters as in ``dependencies(of:name:transitively:)``.
    public func dependents<Service>(of type: Service.Type, name: Name? = nil, transitively: Bool = false) -> [Node] {
        reached(from: Key(type, name: name), transitively, isBackwards: true)
    }

    /// The nodes of a type: one as a rule, more where it is contributed or takes several lists of arguments.
    ///
    /// In the order of the graph. Parameters as in ``dependencies(of:name:transitively:)``.
    public func nodes<Service>(of type: Service.Type, name: Name? = nil) -> [Node] { ids(of: Key(type, name: name)).map { nodes[$0] } }

    private func reached(from key: Key, _ transitively: Bool, isBackwards: Bool) -> [Node] {
        var next = Array(repeating: [Int](), count: nodes.count)
        for edge in edges {
            if isBackwards { next[edge.to].append(edge.from) } else { next[edge.from].append(edge.to) }
        }
        var isReached = Array(repeating: false, count: nodes.count)
        var open = ids(of: key)
        while let node = open.popLast() {
            for target in next[node] where !isReached[target] {
                isReached[target] = true
                if transitively { open.append(target) }
            }
        }
        return nodes.filter { isReached[$0.id] }
    }

    /// The nodes of a type and name, whatever their arguments.
    private func ids(of key: Key) -> [Int] {
        let name = key.qualifiedName
        return nodes.indices.filter { id in
            if let own = nodes[id].key.key { return own.typeID == key.typeID && own.name == key.name }
            return nodes[id].qualifiedName == name || nodes[id].qualifiedName.hasPrefix(name + Key.argumentsMark)
        }
    }
}
