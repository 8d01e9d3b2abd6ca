extension Graph.Node {
    /// What is so or not so of a service.
    ///
    /// Not an `OptionSet`: the functions of that which nobody calls are three kilobytes of every program.
    package struct Traits: Hashable, Sendable, ExpressibleByArrayLiteral {
        private var bits: UInt16 = 0

        private init(bit: UInt16) { bits = 1 << bit }

        package init(_ traits: [Traits]) {
            for trait in traits { bits |= trait.bits }
        }

        package init(arrayLiteral traits: Traits...) { self.init(traits) }

        package func contains(_ others: Traits) -> Bool { bits & others.bits == others.bits }

        package func isDisjoint(with others: Traits) -> Bool { bits & others.bits == 0 }

        package func union(_ others: Traits) -> Traits { Traits([self, others]) }

        package static let shared = Traits(bit: 0)
        package static let async = Traits(bit: 1)
        package static let mainActor = Traits(bit: 2)
        package static let alias = Traits(bit: 3)
        package static let decorated = Traits(bit: 4)
        package static let replaced = Traits(bit: 5)
        package static let given = Traits(bit: 6)
        package static let opaque = Traits(bit: 7)
        package static let inherited = Traits(bit: 8)
        package static let missing = Traits(bit: 9)
        package static let resolved = Traits(bit: 10)

        /// Each with its name in JSON, which is that of the property.
        package static let named: [(name: String, trait: Traits)] = [
            ("isShared", .shared), ("isAsync", .async), ("isMainActor", .mainActor), ("isAlias", .alias), ("isDecorated", .decorated),
            ("isReplaced", .replaced), ("isGiven", .given), ("isOpaque", .opaque), ("isInherited", .inherited), ("isMissing", .missing),
            ("wasResolved", .resolved),
        ]
    }

    /// Whether several callers get the same instance.
    public var isShared: Bool { traits.contains(.shared) }
    /// Whether it has to be awaited.
    public var isAsync: Bool { traits.contains(.async) }
    /// Whether it is made on the main actor.
    public var isMainActor: Bool { traits.contains(.mainActor) }
    /// Whether it stands for another service under a second type.
    public var isAlias: Bool { traits.contains(.alias) }
    /// Whether a decorator wraps it.
    public var isDecorated: Bool { traits.contains(.decorated) }
    /// Whether a replacement is in effect for it.
    public var isReplaced: Bool { traits.contains(.replaced) }
    /// Whether each scope of a kind is given it.
    public var isGiven: Bool { traits.contains(.given) }
    /// Whether what it needs is not known: a bare closure that was not seen to run.
    public var isOpaque: Bool { traits.contains(.opaque) }
    /// Whether a container further up has it.
    public var isInherited: Bool { traits.contains(.inherited) }
    /// Whether it is needed and not registered.
    public var isMissing: Bool { traits.contains(.missing) }
    /// Whether anything has asked for it, whatever was registered for it then.
    public var wasResolved: Bool { traits.contains(.resolved) }
}
