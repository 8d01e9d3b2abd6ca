/// One parameter of a `using:` function: what it asks for, and how.
@usableFromInline
struct Dependency: Sendable {
    /// How a parameter asks for its service.
    enum Kind: Sendable, Hashable {
        /// The instance itself.
        case required
        /// The instance, or nil where nothing is registered.
        case optional
        /// All there are.
        case collection
        /// All that have a name, by it.
        case named
        /// The instance, when it is first needed.
        case lazy
        /// An instance at each call.
        case provider
        /// An instance made from arguments at each call.
        case factory
    }

    let key: Key
    let kind: Kind
    /// For a wrapper: the wrapper type as a service of its own, whose registration wins; of one wrapper in another both, the outer one first.
    var exact: [Key] = []
    /// Whether the dependent gets nil where nothing is registered.
    private(set) var isOptional: Bool
    /// Where it is looked up, if not where its dependent is: the core of a container further up.
    private(set) var home: ObjectIdentifier?

    init(key: Key, kind: Kind, home: ObjectIdentifier? = nil) {
        self.key = key
        self.kind = kind
        self.home = home
        isOptional = kind == .optional
    }

    /// The same for an optional of the wrapper.
    var orNil: Dependency {
        var dependency = self
        dependency.isOptional = true
        return dependency
    }

    /// The same, looked up somewhere else.
    func lookedUp(from home: ObjectIdentifier) -> Dependency {
        var dependency = self
        dependency.home = home
        return dependency
    }

    /// Whether it is all there are, which may be none.
    var isList: Bool { kind == .collection || kind == .named }

    /// Whether the service is needed before the dependent exists.
    var isImmediate: Bool {
        switch kind {
        case .required, .optional, .collection, .named: true
        case .lazy, .provider, .factory: false
        }
    }

    /// Whether the dependent keeps the instance it gets: a `Provider` and a `Factory` ask each time, and a `Lazy` keeps what may be kept.
    var isKept: Bool { isImmediate }
}

extension Dependency: Hashable {
    @usableFromInline
    static func == (lhs: Dependency, rhs: Dependency) -> Bool { lhs.kind == rhs.kind && lhs.key == rhs.key }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(kind)
    }
}
