/// What a container has registered and what needs what, as a value: to ask, to draw, to compare, to encode.
///
/// A picture of the moment it was taken, found without building anything. ``mermaid``, ``dot`` and ``tree`` draw it, and the product
/// `DepotGraph` makes a page of it to explore, compares it with an earlier one and reads it back from its JSON. The order is that of
/// registration, a parent's services first, so the same registrations always give the same text.
public struct Graph: Sendable, Hashable {
    /// The services.
    ///
    /// What is needed and not registered stands at the end, with ``Node/isMissing``.
    public let nodes: [Node]
    /// What needs what.
    public let edges: [Edge]
    /// What `validate()` finds wrong, in its order.
    public let problems: [ValidationError.Problem]

    package init(nodes: [Node], edges: [Edge], problems: [ValidationError.Problem]) {
        self.nodes = nodes
        self.edges = edges
        self.problems = problems
    }

    /// A service.
    public struct Node: Sendable, Hashable, Identifiable {
        /// The node's place in ``Graph/nodes``.
        public let id: Int
        /// The service as a person would write it: `any LoginUseCase`, with the module where two types share the name.
        public let name: String
        /// The service with its module, its name and its arguments: the same in each run of the same program.
        ///
        /// Contributions to one collection share it.
        public let qualifiedName: String
        /// The type that implements the service, as it was made last; nil before, and where it is the service's own type.
        public let implementation: String?
        /// How long an instance lives, as `transient` or `singleton`.
        public let lifetime: String
        /// The layer it was registered in.
        public let layer: Layer?
        /// Where it was registered; nil for what is not.
        public let source: SourceLine?
        /// The assembly that registered it.
        public let assembly: String?
        /// How often it was resolved while an observer or a trace was on, whatever was registered for it then; in an override what is its own.
        public let observedResolves: Int
        /// The shared instances that the container keeps of it, the oldest first; not those of scopes.
        public let instances: [Instance]
        package let traits: Traits
        let key: LiveKey
    }

    /// A shared instance that was there when the graph was taken.
    public struct Instance: Sendable, Hashable {
        /// Its place among all that was made, counted from 1.
        public let number: Int
        /// How long after the container it was made.
        public let age: Duration
        /// The service that it was made for; nil where the app's own code asked.
        public let requester: String?

        package init(number: Int, age: Duration, requester: String?) {
            self.number = number
            self.age = age
            self.requester = requester
        }
    }

    /// The key of a node in the program that took the graph; nil where the graph was read.
    ///
    /// Not compared: ``Node/qualifiedName`` is.
    struct LiveKey: Sendable, Hashable {
        let key: Key?

        static func == (lhs: LiveKey, rhs: LiveKey) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    /// One service's need of another.
    public struct Edge: Sendable, Hashable {
        /// How the dependency is asked for.
        public enum Kind: String, Sendable, Hashable, Encodable {
            /// The instance itself.
            case required
            /// The instance, or nil where nothing is registered.
            case optional
            /// One of all there are.
            case collection
            /// The instance, when it is first needed.
            case lazy
            /// An instance at each call.
            case provider
            /// An instance made from arguments at each call.
            case factory
        }

        /// How the graph knows.
        public enum Origin: String, Sendable, Hashable, Encodable {
            /// The parameters of a `using:` function say so.
            case declared
            /// A closure did so when it ran.
            case observed
        }

        /// The dependent, by its place in ``Graph/nodes``.
        public let from: Int
        /// The dependency, by its place in ``Graph/nodes``.
        public let to: Int
        /// How the dependency is asked for.
        public let kind: Kind
        /// How the graph knows.
        public let origin: Origin

        package init(from: Int, to: Int, kind: Kind, origin: Origin) {
            self.from = from
            self.to = to
            self.kind = kind
            self.origin = origin
        }
    }
}

extension Graph {
    /// The nodes of which nothing is known: bare closures that were not seen to run.
    public var opaque: [Node] { nodes.filter(\.isOpaque) }

    /// The services that are needed and not registered.
    public var missing: [Node] { nodes.filter(\.isMissing) }

    /// The layers there are, the lowest first.
    public var layers: [Layer] {
        var layers: [Layer] = []
        for node in nodes {
            guard let layer = node.layer, !layers.contains(layer) else { continue }
            let index = layers.firstIndex { layer < $0 || (layer.rank == $0.rank && layer.name < $0.name) }
            layers.insert(layer, at: index ?? layers.endIndex)
        }
        return layers
    }
}
