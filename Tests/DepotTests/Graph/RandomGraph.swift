@testable import Depot

/// Registrations as data: sound ones, or with faults planted among them.
struct RandomGraph: Sendable {
    struct Node: Sendable {
        var isRegistered = true
        var lifetime = Lifetime.transient
        var traits: Traits = []
        var layer: Layer?
        var asks: [(target: Int, kind: Dependency.Kind)] = []
        var isDuplicate = false
        var isDecoratedAlone = false
    }

    var nodes: [Node] = []

    private static let kinds: [Dependency.Kind] = [
        .required, .required, .required, .optional, .collection, .lazy, .provider, .factory,
    ]
    private static let lifetimes: [Lifetime] = [
        .transient, .transient, .graph, .singleton, .eager, .weak, .scoped(.session), .scoped(.request), .scoped(cart),
    ]
    private static let cart = ScopeKind("cart", within: .session)
    private static let layers: [Layer?] = [nil, .repository, .useCase, .viewModel]

    /// A graph of up to `limit` nodes, half of them sound.
    init(seed: UInt64, limit: Int) {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 2...limit, using: &random)
        for index in 0..<count { nodes.append(Self.soundNode(after: nodes, index, &random)) }
        guard random.chance(50) else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) { plantFault(&random) }
    }

    /// A node that needs earlier ones, where that is allowed.
    private static func soundNode(after nodes: [Node], _ index: Int, _ random: inout SplitMix64) -> Node {
        var node = Node()
        node.lifetime = lifetimes.randomElement(using: &random) ?? .transient
        node.layer = layers.randomElement(using: &random) ?? nil
        if random.chance(15) { node.traits.insert(.mainActor) } else if random.chance(15) { node.traits.insert(.async) }
        for _ in 0..<Int.random(in: 0...4, using: &random) where index > 0 {
            let target = Int.random(in: 0..<index, using: &random)
            let kind = kinds.randomElement(using: &random) ?? .required
            let other = nodes[target]
            if let lower = node.layer, let upper = other.layer, upper > lower { continue }
            let isImmediate = Dependency(key: Key(Int.self), kind: kind).isImmediate
            if isImmediate, !node.traits.contains(.async) {
                if other.traits.contains(.async) { continue }
                if other.traits.contains(.mainActor), !node.traits.contains(.mainActor) { continue }
            }
            if [.required, .optional, .collection].contains(kind), node.lifetime.isShared,
                kept(target, nodes).contains(where: { Oracle.isCaptive($0, node.lifetime) })
            {
                continue
            }
            node.asks.append((target, kind))
        }
        return node
    }

    /// The lifetimes of what is kept by whoever keeps a node: its own, or those of what is made for it.
    private static func kept(_ node: Int, _ nodes: [Node]) -> [Lifetime] {
        if nodes[node].lifetime.isShared { return [nodes[node].lifetime] }
        return nodes[node].asks.filter { [.required, .optional, .collection].contains($0.kind) }.flatMap { kept($0.target, nodes) }
    }

    private mutating func plantFault(_ random: inout SplitMix64) {
        let first = Int.random(in: nodes.indices, using: &random)
        let second = Int.random(in: nodes.indices, using: &random)
        let kind = Self.kinds.randomElement(using: &random) ?? .required
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nodes[first].isRegistered = false
        case 1 where nodes[min(first, second)].traits.contains(.alias): break
        case 1: nodes[min(first, second)].asks.append((max(first, second), kind))
        case 2: nodes[first].lifetime = .scoped(.request)
        case 3: nodes[first].layer = .viewModel
        case 4: nodes[first].traits = [.async]
        case 5: nodes[first].traits = [.mainActor]
        case 6: nodes[first].isDuplicate = true
        default:
            nodes[first].isRegistered = false
            nodes[first].isDecoratedAlone = true
        }
        if random.chance(20) {
            // An alias has the one dependency.
            nodes[second] = Node(traits: [.alias], asks: [(first, .required)])
        }
    }

    /// A container with all of it.
    func container(_ services: [NumberedService], made: @escaping @Sendable () -> Void = {}) -> Container {
        let container = Container()
        // What validates is resolved with no scope open.
        container.strictScopes = false
        let assemblies = (0...1).map { RegisteringAssembly(RandomGraph.self, number: $0, in: container.core) }
        for (index, node) in nodes.enumerated() {
            if node.isDecoratedAlone { services[index].decorate(container) }
            guard node.isRegistered else { continue }
            let asks = node.asks.map { services[$0.target].ask($0.kind) }
            for assembly in assemblies.prefix(node.isDuplicate ? 2 : 1) {
                let draft = RegistrationDraft(layer: node.layer, source: SourceLine("Random.swift", UInt(index + 1)), assembly: assembly)
                services[index].register(container, draft, node.lifetime, node.traits, asks, made)
            }
        }
        return container
    }
}
