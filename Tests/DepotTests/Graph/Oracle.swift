@testable import Depot

/// What is wrong with a random graph, found in the plainest way there is, however slow.
struct Oracle {
    let graph: RandomGraph
    let names: [String]

    private func isHere(_ node: Int) -> Bool { graph.nodes[node].isRegistered }

    private func edges(_ node: Int) -> [(target: Int, kind: Dependency.Kind)] {
        isHere(node) ? graph.nodes[node].asks.filter { isHere($0.target) } : []
    }

    private func isImmediate(_ kind: Dependency.Kind) -> Bool { [.required, .optional, .collection].contains(kind) }

    /// What an alias stands for; itself where it never ends.
    private func end(_ alias: Int) -> Int {
        var node = alias
        for _ in 0...graph.nodes.count {
            guard graph.nodes[node].traits.contains(.alias), let next = edges(node).first?.target else { return node }
            node = next
        }
        return alias
    }

    private func has(_ node: Int, _ trait: Traits) -> Bool { graph.nodes[end(node)].traits.contains(trait) }

    private func layer(_ node: Int) -> Layer? { graph.nodes[node].layer ?? graph.nodes[end(node)].layer }

    /// Everything but the cycles, as `kind: name, name`.
    var faults: Set<String> {
        var faults: Set<String> = []
        func add(_ kind: ValidationError.Problem.Kind, _ nodes: Int...) {
            faults.insert("\(kind): " + nodes.map { names[$0] }.joined(separator: ", "))
        }
        for (node, data) in graph.nodes.enumerated() {
            if data.isDecoratedAlone, !data.isRegistered { add(.decoratorWithoutTarget, node) }
            guard data.isRegistered else { continue }
            if data.isDuplicate { add(.duplicate, node) }
            for ask in data.asks where !isHere(ask.target) && ask.kind != .optional && ask.kind != .collection { add(.missing, ask.target) }
            for edge in edges(node) {
                if let lower = data.layer, let upper = layer(edge.target), upper > lower { add(.layer, node, edge.target) }
                guard isImmediate(edge.kind), data.traits.isDisjoint(with: [.alias, .async]) else { continue }
                if has(edge.target, .async) { add(.asyncNeededBySync, node, edge.target) }
                if has(edge.target, .mainActor), !data.traits.contains(.mainActor) { add(.mainActorNeededByNonisolated, node, edge.target) }
            }
            for held in captives(of: node) { add(.captive, node, held) }
        }
        return faults
    }

    /// What lives in a scope must only be kept inside that scope.
    static func isCaptive(_ held: Lifetime, _ holder: Lifetime) -> Bool {
        let around = ["session": ["session"], "cart": ["session", "cart"], "request": ["session", "screen", "request"]]
        guard case .scoped(let kind) = held else { return false }
        guard case .scoped(let place) = holder else { return holder.isShared }
        return !around[place.name, default: []].contains(kind.name)
    }

    private func captives(of holder: Int) -> Set<Int> {
        var seen: Set<Int> = [holder]
        var held: Set<Int> = []
        var open = [holder]
        while let node = open.popLast() {
            for edge in edges(node) where isImmediate(edge.kind) && seen.insert(edge.target).inserted {
                if Self.isCaptive(graph.nodes[edge.target].lifetime, graph.nodes[holder].lifetime) { held.insert(edge.target) }
                if !graph.nodes[edge.target].lifetime.isShared { open.append(edge.target) }
            }
        }
        return graph.nodes[holder].lifetime.isShared ? held : []
    }

    /// Every elementary cycle, from its smallest node.
    var cycles: Set<[Int]> {
        var cycles: Set<[Int]> = []
        func walk(_ way: [Int]) {
            for edge in edges(way[way.count - 1]) where isImmediate(edge.kind) {
                if edge.target == way[0] { cycles.insert(way) }
                if edge.target > way[0], !way.contains(edge.target) { walk(way + [edge.target]) }
            }
        }
        for node in graph.nodes.indices where isHere(node) { walk([node]) }
        return cycles
    }

    /// How a node is asked for: awaited where it, or what it is an alias for, says so.
    func isAwaited(_ node: Int) -> Bool { has(node, .async) || has(node, .mainActor) }
}
