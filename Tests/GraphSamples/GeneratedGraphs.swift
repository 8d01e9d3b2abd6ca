package import Depot

/// Graphs that no app has, for tests of what is shown of a graph.
package enum GeneratedGraphs {
    /// An app of 200 services in five layers, as one would write it, with a few faults.
    package static var app: Graph { App().graph }

    /// As many services and dependencies as one likes, in five layers and without one.
    package static func random(nodes count: Int, edges: Int) -> Graph {
        var random = Generator(state: 1)
        let nodes = (0..<count).map { id in
            let isShared = id % 3 == 0
            return node(
                id, "Service\(id)", lifetime: isShared ? "singleton" : "transient", layer: id % 6 == 5 ? nil : App.layers[id * 5 / count],
                traits: isShared ? .shared : [])
        }
        var all: Set<Graph.Edge> = []
        while all.count < edges {
            let from = 1 + random.number(count - 1)
            all.insert(Graph.Edge(from: from, to: random.number(from), kind: random.number(8) == 0 ? .lazy : .required, origin: .declared))
        }
        return Graph(
            nodes: nodes, edges: all.sorted { ($0.from, $0.to, $0.kind.rawValue) < ($1.from, $1.to, $1.kind.rawValue) }, problems: [])
    }

    /// Cycles, missing services, and as many problems as one likes.
    package static func faulty(problems count: Int) -> Graph {
        let services = (0..<20).map { node($0, "Part\($0)", layer: .repository) }
        let missing = (20..<30).map { node($0, "Gone\($0)", layer: nil, traits: .missing) }
        let rings = (0..<20).map { Graph.Edge(from: $0, to: ($0 + 1) % 20, kind: .required, origin: .declared) }
        let gaps = (20..<30).map { Graph.Edge(from: $0 - 20, to: $0, kind: .required, origin: .declared) }
        let kinds = ValidationError.Problem.Kind.allCases
        let problems = (0..<count).map { number in
            let path = [services[number % 20], number % 2 == 0 ? services[(number + 1) % 20] : missing[number % 10]]
            return ValidationError.Problem(
                kind: kinds[number % kinds.count], what: "Problem \(number): \(path[0].name) needs what it cannot have.",
                path: path.map { ResolutionError.Step(name: $0.name, source: $0.source) }, alsoNeededBy: [],
                fix: "Register number \(number).")
        }
        return Graph(nodes: services + missing, edges: rings + gaps, problems: problems)
    }

    fileprivate static func node(
        _ id: Int, _ name: String, lifetime: String = "singleton", layer: Layer?, traits: Graph.Node.Traits = .shared,
        assembly: String? = nil,
        implementation: String? = nil, instances: [Graph.Instance] = [], resolves: Int = 0
    ) -> Graph.Node {
        Graph.Node(
            id: id, name: name, qualifiedName: "Shop.\(name)", implementation: implementation,
            lifetime: traits.contains(.missing) ? "" : lifetime, layer: layer,
            source: traits.contains(.missing) ? nil : SourceLine(fileID: "Shop/\(assembly ?? "App").swift", line: UInt(8 + id % 40)),
            assembly: assembly, observedResolves: resolves, instances: instances, traits: traits)
    }
}

/// The same numbers each time.
private struct Generator {
    var state: UInt64

    mutating func number(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

/// Features by roles.
private struct App {
    static let layers: [Layer] = [
        Layer("platform", below: .repository), .repository, .useCase, .viewModel, Layer("coordinator", above: .viewModel),
    ]
    private static let features = [
        "Catalog", "Search", "Cart", "Checkout", "Payment", "Order", "Shipping", "Return", "Account", "Login", "Address", "Wishlist",
        "Review",
        "Coupon", "Loyalty", "Notification", "Store", "Support", "Settings", "Profile", "Invoice", "Gift", "Delivery", "Refund",
        "Subscription", "Recommendation",
        "Barcode",
    ]
    private static let platform = ["HTTPClient", "Database", "Keychain", "Clock", "Logger", "Analytics", "ImageCache", "Locale"]
    private var nodes: [Graph.Node] = []
    private var edges: Set<Graph.Edge> = []
    private var problems: [ValidationError.Problem] = []
    private var random = Generator(state: 7)

    var graph: Graph {
        Graph(
            nodes: nodes, edges: edges.sorted { ($0.from, $0.to, $0.kind.rawValue) < ($1.from, $1.to, $1.kind.rawValue) },
            problems: problems)
    }

    init() {
        let roots = Self.platform.map { add("any \($0)", 0, implementation: "System\($0)") }
        var repositories: [Int] = []
        var useCases: [Int] = []
        for feature in Self.features {
            let remote = add("any \(feature)API", 1, feature)
            need(remote, roots[0])
            let repository = add("any \(feature)Repository", 1, feature, implementation: "Default\(feature)Repository")
            repositories.append(repository)
            need(repository, remote)
            need(repository, roots[1 + random.number(7)])
            let load = add("any Load\(feature)UseCase", 2, feature, lifetime: "transient", [])
            let change = add("any Change\(feature)UseCase", 2, feature, lifetime: "transient", random.number(4) == 0 ? .async : [])
            for useCase in [load, change] {
                useCases.append(useCase)
                need(useCase, repository)
                if random.number(2) == 0 { need(useCase, repositories[random.number(repositories.count)]) }
            }
            need(change, roots[5], .lazy)
            let list = add("\(feature)ListViewModel", 3, feature, lifetime: "scoped to screen", [.mainActor, .shared])
            let detail = add("\(feature)DetailViewModel", 3, feature, lifetime: "transient", .mainActor)
            for model in [list, detail] {
                need(model, load)
                need(model, useCases[random.number(useCases.count)])
            }
            need(detail, change)
            let coordinator = add("\(feature)Coordinator", 4, feature, [.mainActor, .shared])
            need(coordinator, list, .provider)
            need(coordinator, detail, .factory)
        }
        finish(repositories, useCases)
    }

    private mutating func finish(_ repositories: [Int], _ useCases: [Int]) {
        let user = add("User", 2, "Session", lifetime: "scoped to session", [.given, .shared])
        for useCase in useCases.prefix(6) { need(useCase, user) }
        need(add("any Experiments", 1, "Debug", .opaque), 0)
        _ = add("any Printer", 0, "Debug", [.replaced, .shared])
        let missing = GeneratedGraphs.node(nodes.count, "any FraudCheck", layer: nil, traits: .missing)
        nodes.append(missing)
        need(useCases[8], missing.id)
        need(repositories[3], useCases[1])
        problems = [
            problem(.missing, "any FraudCheck is not registered.", [useCases[8], missing.id], "register it in an assembly."),
            problem(
                .layer,
                "\(nodes[repositories[3]].name) in the repository layer needs \(nodes[useCases[1]].name) in the use case layer, "
                    + "which stands above it.", [repositories[3], useCases[1]], "turn the dependency around."),
        ]
    }

    private mutating func add(
        _ name: String, _ layer: Int, _ feature: String = "Platform", lifetime: String = "singleton", _ traits: Graph.Node.Traits = .shared,
        implementation: String? = nil
    ) -> Int {
        let id = nodes.count
        let isUsed = random.number(5) > 0
        let made =
            isUsed && traits.contains(.shared) ? [Graph.Instance(number: id + 1, age: .microseconds(130 * id + 41), requester: nil)] : []
        nodes.append(
            GeneratedGraphs.node(
                id, name, lifetime: lifetime, layer: Self.layers[layer], traits: isUsed ? traits.union(.resolved) : traits,
                assembly: "\(feature)Assembly", implementation: implementation, instances: made, resolves: isUsed ? random.number(40) : 0))
        return id
    }

    private mutating func need(_ from: Int, _ to: Int, _ kind: Graph.Edge.Kind = .required) {
        if from != to { edges.insert(Graph.Edge(from: from, to: to, kind: kind, origin: .declared)) }
    }

    private func problem(_ kind: ValidationError.Problem.Kind, _ what: String, _ path: [Int], _ fix: String) -> ValidationError.Problem {
        ValidationError.Problem(
            kind: kind, what: what, path: path.map { ResolutionError.Step(name: nodes[$0].name, source: nodes[$0].source) },
            alsoNeededBy: [],
            fix: fix)
    }
}
