public import Depot

/// What is different between two graphs of one app: for a review, or for a check that a committed graph is that of the code.
///
/// ```swift
/// let changes = container.graph.changes(since: try Graph(json: committed))
/// if !changes.isEmpty { print(changes) }
/// ```
///
/// Services are the same when their qualified names are; of several contributions to one collection, those that agree in most come
/// first, the rest in order. The lines of registrations are not compared, and neither are the instances that a run has made.
public struct GraphChanges: Sendable, Hashable {
    /// The services that came.
    public let added: [Graph.Node]
    /// The services that went.
    public let removed: [Graph.Node]
    /// The services that are registered otherwise.
    public let changed: [Change]
    /// The dependencies that came.
    public let addedEdges: [Edge]
    /// The dependencies that went.
    public let removedEdges: [Edge]
    /// The problems that came.
    public let addedProblems: [ValidationError.Problem]
    /// The problems that went.
    public let removedProblems: [ValidationError.Problem]

    /// The graphs that were compared.
    let earlier: Graph
    let graph: Graph

    /// A service that is registered otherwise than before.
    public struct Change: Sendable, Hashable, Encodable {
        /// The service as it was.
        public let before: Graph.Node
        /// The service as it is.
        public let after: Graph.Node
        /// What is different.
        public let facets: [Facet]
    }

    /// One thing about a service that is different.
    public struct Facet: Sendable, Hashable, Encodable {
        /// What: `lifetime`, `layer`, `actor`, `implementation`, `assembly`, `async`, `alias`, `decorated`, `replaced` or `given`.
        public let name: String
        /// What it was; `none` where there was none.
        public let before: String
        /// What it is.
        public let after: String
    }

    /// A dependency, by the names of its ends.
    public struct Edge: Sendable, Hashable, Encodable {
        /// The dependent.
        public let from: String
        /// The dependency.
        public let to: String
        /// How it is asked for.
        public let kind: Graph.Edge.Kind
    }

    /// Whether there is no difference.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && addedEdges.isEmpty && removedEdges.isEmpty && addedProblems.isEmpty
            && removedProblems.isEmpty
    }
}

extension Graph {
    /// What is different from an earlier graph.
    ///
    /// Linear in both graphs. A dependency counts whether it is declared or was observed; an implementation only where both graphs know it,
    /// for it is known once it was made.
    ///
    /// - Parameter earlier: The graph to compare with, of the same app.
    /// - Returns: The differences, each in the order of its graph.
    public func changes(since earlier: Graph) -> GraphChanges {
        let matches = Matches(earlier, self)
        let nodes = matches.pairs.filter { !$0.before.isMissing && !$0.after.isMissing }
        let (places, earlierPlaces) = (StepPlaces(self), StepPlaces(earlier))
        let new = problems.map { ProblemID($0) { step in places.node(of: step) } }
        let old = earlier.problems.map { problem in
            ProblemID(problem) { step in earlierPlaces.node(of: step).flatMap { matches.later(earlier.nodes[$0])?.id } }
        }
        let (isNew, isOld) = (Set(new), Set(old))
        return GraphChanges(
            added: self.nodes.filter { node in !node.isMissing && matches.earlier(node).map(\.isMissing) ?? true },
            removed: earlier.nodes.filter { node in !node.isMissing && matches.later(node).map(\.isMissing) ?? true },
            changed: nodes.map { GraphChanges.Change(before: $0.before, after: $0.after, facets: .init($0.before, $0.after)) }
                .filter { !$0.facets.isEmpty },
            addedEdges: edges.filter { !matches.hasEarlier($0) }.map { GraphChanges.Edge($0, in: self) },
            removedEdges: earlier.edges.filter { !matches.hasLater($0) }.map { GraphChanges.Edge($0, in: earlier) },
            addedProblems: zip(problems, new).filter { !isOld.contains($0.1) }.map(\.0),
            removedProblems: zip(earlier.problems, old).filter { !isNew.contains($0.1) }.map(\.0), earlier: earlier, graph: self)
    }
}

/// What makes two problems the same: the services that they are about, not the lines nor the names, which another service may change.
private struct ProblemID: Hashable {
    private enum Stop: Hashable {
        /// A node of the later graph.
        case node(Int)
        case name(String)
    }

    private let kind: ValidationError.Problem.Kind
    private let path: [Stop]

    /// - Parameters:
    ///   - problem: The problem.
    ///   - node: The node of the later graph that a stop on the path is.
    init(_ problem: ValidationError.Problem, node: (ResolutionError.Step) -> Int?) {
        kind = problem.kind
        path = problem.path.map { step in node(step).map { Stop.node($0) } ?? .name(step.name) }
    }
}

extension GraphChanges.Edge {
    fileprivate init(_ edge: Graph.Edge, in graph: Graph) {
        self.init(from: graph.nodes[edge.from].name, to: graph.nodes[edge.to].name, kind: edge.kind)
    }
}

extension [GraphChanges.Facet] {
    fileprivate init(_ before: Graph.Node, _ after: Graph.Node) {
        func written(_ flag: Bool) -> String { flag ? "yes" : "no" }
        var facets: [(name: String, before: String, after: String)] = [
            ("lifetime", before.lifetime, after.lifetime),
            ("layer", before.layer?.name ?? "none", after.layer?.name ?? "none"),
            ("actor", before.isMainActor ? "main actor" : "none", after.isMainActor ? "main actor" : "none"),
            ("async", written(before.isAsync), written(after.isAsync)),
            ("alias", written(before.isAlias), written(after.isAlias)),
            ("decorated", written(before.isDecorated), written(after.isDecorated)),
            ("replaced", written(before.isReplaced), written(after.isReplaced)),
            ("given", written(before.isGiven), written(after.isGiven)),
            ("assembly", before.assembly ?? "none", after.assembly ?? "none"),
        ]
        if let old = before.implementation, let new = after.implementation { facets.append(("implementation", old, new)) }
        self = facets.filter { $0.before != $0.after }.map { GraphChanges.Facet(name: $0.name, before: $0.before, after: $0.after) }
    }
}
