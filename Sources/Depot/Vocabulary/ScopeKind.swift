/// A kind of scope, such as a screen or a request, and the kind it lies within.
///
/// The built-in kinds nest: ``session`` ⊃ ``screen`` ⊃ ``request``. An app adds its own:
///
/// ```swift
/// extension ScopeKind { static let cart = ScopeKind("cart", within: .session) }
/// ```
///
/// What is scoped to one kind may be kept by what is scoped to the same kind or to one within it, and by what only its caller has.
/// Two kinds are equal when their names and the kinds they lie within are.
public struct ScopeKind: Sendable {
    /// The one object there is for this kind, so that kinds are compared by identity.
    private unowned(unsafe) let definition: Definition  // Never freed: `known` keeps it.

    /// Makes a kind, or gives the one there is of that name in that place.
    ///
    /// - Parameters:
    ///   - name: What diagnostics call it.
    ///   - outer: The kind it lies within; nil for one that lies in no other.
    public init(_ name: String, within outer: ScopeKind? = nil) {
        definition = Definition.named(name, within: outer?.definition)
    }

    /// From login to logout.
    public static let session = ScopeKind("session")
    /// A screen of the user interface.
    public static let screen = ScopeKind("screen", within: .session)
    /// One request to a server, or one step of work.
    public static let request = ScopeKind("request", within: .screen)

    /// What diagnostics call it.
    public var name: String { definition.name }

    /// The kind this one lies within; nil for one that lies in no other.
    public var outer: ScopeKind? { definition.outer.map(ScopeKind.init) }

    private init(_ definition: Definition) {
        self.definition = definition
    }

    private final class Definition: Sendable {
        let name: String
        let outer: Definition?
        let depth: Int

        private init(_ name: String, within outer: Definition?) {
            self.name = name
            self.outer = outer
            depth = (outer?.depth ?? 0) + 1
        }

        private static let known = Locked<[Definition]>([])

        @inline(never)
        static func named(_ name: String, within outer: Definition?) -> Definition {
            known.withLock { known in
                if let definition = known.first(where: { $0.name == name && $0.outer === outer }) { return definition }
                let made = Definition(name, within: outer)
                known.append(made)
                return made
            }
        }
    }
}

extension ScopeKind {
    /// Whether this kind is `other` or lies within it, directly or not: whether what it holds ends no later than that.
    public func isWithin(_ other: ScopeKind) -> Bool { self == other || outer?.isWithin(other) ?? false }

    /// How many kinds it lies within, itself included.
    var depth: Int { definition.depth }
}

extension ScopeKind: Hashable {
    /// Whether both are the same kind.
    public static func == (first: ScopeKind, second: ScopeKind) -> Bool { first.definition === second.definition }

    /// Feeds the kind's identity to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(definition)) }
}

extension ScopeKind: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
