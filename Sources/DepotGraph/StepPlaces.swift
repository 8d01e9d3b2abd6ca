import Depot

/// Which node a stop on a problem's path is.
struct StepPlaces {
    private var byStep: [ResolutionError.Step: Int] = [:]
    private var byName: [String: Int] = [:]

    init(_ graph: Graph) {
        for node in graph.nodes.reversed() {
            byStep[ResolutionError.Step(name: node.name, source: node.source)] = node.id
            byName[node.name] = node.id
        }
    }

    /// The node of the same name and line; of the same name, where a registration has since taken the place of another.
    func node(of step: ResolutionError.Step) -> Int? { byStep[step] ?? byName[step.name] }
}
