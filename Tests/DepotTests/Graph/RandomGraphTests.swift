import Testing

@testable import Depot

@Suite struct RandomGraphTests {
    private static let services = NumberedService.all(bits: 4)
    private static let limit = 10
    private static let graphs = UInt64(stressRounds(debug: 2_000, release: 10_000))

    @Test func `In random graphs every planted fault is found and nothing else`() {
        var kinds: [ValidationError.Problem.Kind: Int] = [:]
        var sound = 0
        for seed in 1...Self.graphs {
            let graph = RandomGraph(seed: seed, limit: Self.limit)
            let oracle = Oracle(graph: graph, names: Self.services.map(\.name))
            let container = graph.container(Self.services)
            let problems = Validation(Wiring(container.survey())).problems
            let found = problems.filter { $0.kind != .cycle }.map(Self.fault)
            #expect(Set(found) == oracle.faults, "seed \(seed)")
            #expect(found.count == Set(found).count, "seed \(seed): something is told twice")
            Self.check(problems.filter { $0.kind == .cycle }, against: oracle, seed)
            for problem in problems { kinds[problem.kind, default: 0] += 1 }
            if problems.isEmpty { sound += 1 }
        }
        #expect(sound > Self.graphs * 4 / 10)
        for kind in ValidationError.Problem.Kind.allCases where kind != .replacementWithoutTarget {
            #expect(kinds[kind, default: 0] > Self.graphs / 100, "\(kind) was hardly planted")
        }
    }

    @Test func `What validates resolves, and what does not does not, in random graphs`() async {
        var valid = 0
        for seed in 20_001...(20_000 + Self.graphs) {
            let graph = RandomGraph(seed: seed, limit: Self.limit)
            let made = Counter()
            let container = graph.container(Self.services) { made.increment() }
            let stops: Set<ValidationError.Problem.Kind> = [
                .missing, .cycle, .captive, .asyncNeededBySync, .mainActorNeededByNonisolated,
            ]
            let isValid = !Validation(Wiring(container.survey())).problems.contains { stops.contains($0.kind) }
            _ = container.graph
            #expect(made.value == 0, "seed \(seed): a factory ran")
            // A failing graph is tried service by service in fresh containers: what one builds may help another.
            var failures: [String] = []
            for node in graph.nodes.indices where graph.nodes[node].isRegistered {
                do {
                    try await Self.resolve(node, of: graph, in: isValid ? container : container.copy())
                } catch {
                    failures.append("\(error)")
                }
            }
            #expect(failures.isEmpty == isValid, "seed \(seed): \(failures.first ?? "everything resolved")")
            if isValid { valid += 1 }
        }
        #expect(valid > Self.graphs * 4 / 10)
        #expect(valid < Self.graphs * 9 / 10)
    }

    @concurrent private static func resolve(_ node: Int, of graph: RandomGraph, in container: Container) async throws {
        let oracle = Oracle(graph: graph, names: [])
        if oracle.isAwaited(node) { try await services[node].resolveAsync(container) } else { try services[node].resolve(container) }
    }

    /// A problem as the oracle writes it.
    private static func fault(_ problem: ValidationError.Problem) -> String {
        let names = problem.path.map(\.name)
        let shown =
            switch problem.kind {
            case .missing: [names[names.count - 1]]
            case .captive: [names[0], names[names.count - 1]]
            case .duplicate, .decoratorWithoutTarget: [names[0]]
            default: Array(names.prefix(2))
            }
        return "\(problem.kind): \(shown.joined(separator: ", "))"
    }

    /// Each cycle that is told is one, is told once, and breaking each where it closes leaves none.
    private static func check(_ problems: [ValidationError.Problem], against oracle: Oracle, _ seed: UInt64) {
        let all = oracle.cycles
        let told = problems.map { $0.path.map { step in oracle.names.firstIndex(of: step.name) ?? -1 } }
        let turned = told.map { path in
            let cycle = path.dropLast()
            let start = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
            return Array(cycle[start...] + cycle[..<start])
        }
        #expect(turned.allSatisfy(all.contains), "seed \(seed): no cycle \(turned)")
        #expect(Set(turned).count == turned.count, "seed \(seed): a cycle twice")
        #expect(told.allSatisfy { $0.first == $0.last })
        var cut = oracle.graph
        for path in told {
            cut.nodes[path[path.count - 2]].asks.removeAll { $0.target == path[path.count - 1] }
        }
        #expect(Oracle(graph: cut, names: oracle.names).cycles.isEmpty, "seed \(seed): a cycle is not told")
    }
}
