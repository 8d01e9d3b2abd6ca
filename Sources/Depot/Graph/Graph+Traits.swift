extension Graph.Node {
    /// What is so or not so of a service.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let shared = Traits(rawValue: 1)
        package static let async = Traits(rawValue: 1 << 1)
        package static let mainActor = Traits(rawValue: 1 << 2)
        package static let alias = Traits(rawValue: 1 << 3)
        package static let decorated = Traits(rawValue: 1 << 4)
        package static let replaced = Traits(rawValue: 1 << 5)
        package static let given = Traits(rawValue: 1 << 6)
        package static let opaque = Traits(rawValue: 1 << 7)
        package static let inherited = Traits(rawValue: 1 << 8)
        package static let missing = Traits(rawValue: 1 << 9)
        package static let resolved = Traits(rawValue: 1 << 10)

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
