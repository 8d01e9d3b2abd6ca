/// What a container has registered and what needs what, as a value: to ask, to draw, to compare, to encode.
///
/// A picture of the moment it was taken, found without building anything. ``mermaid``, ``dot`` and ``tree`` draw it; the
/// order is that of registration, a parent's services first, so the same registrations always give the same text.
public struct Graph: Sendable, Hashable, Encodable {
    /// The services.
    ///
    /// What is needed and not registered stands at the end, with ``Node/isMissing``.
    public let nodes: [Node]
    /// What needs what.
    public let edges: [Edge]

    /// A service.
    public struct Node: Sendable, Hashable, Identifiable {
        /// The node's place in ``Graph/nodes``.
        public let id: Int
        /// The service as a person would write it: `any LoginUseCase`, with the module where two types share the name.
        public let name: String
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
        /// Whether several callers get the same instance.
        public let isShared: Bool
        /// Whether it has to be awaited.
        public let isAsync: Bool
        /// Whether it is made on the main actor.
        public let isMainActor: Bool
        /// Whether it stands for another service under a second type.
        public let isAlias: Bool
        /// Whether a decorator wraps it.
        public let isDecorated: Bool
        /// Whether a replacement stands in for it.
        public let isReplaced: Bool
        /// Whether each scope of a kind is given it.
        public let isGiven: Bool
        /// Whether what it needs is not known: a bare closure that was not seen to run.
        public let isOpaque: Bool
        /// Whether a container further up has it.
        public let isInherited: Bool
        /// Whether it is needed and not registered.
        public let isMissing: Bool
        let key: Key
    }

    /// One service's need of another.
    public struct Edge: Sendable, Hashable, Encodable {
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
    }
}

extension Graph {
    /// The nodes of which nothing is known: bare closures that were not seen to run.
    public var opaque: [Node] { nodes.filter(\.isOpaque) }

    /// The services that are needed and not registered.
    public var missing: [Node] { nodes.filter(\.isMissing) }

    /// The layers there are, the lowest first.
    public var layers: [Layer] { Set(nodes.compactMap(\.layer)).sorted { ($0, $0.name) < ($1, $1.name) } }
}
