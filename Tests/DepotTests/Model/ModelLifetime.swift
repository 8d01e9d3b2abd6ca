import Depot

enum ModelLifetime: Int, CaseIterable, Sendable {
    case transient, graph, singleton, session, request, weak, cached, eager

    var kind: ModelKind? {
        switch self {
        case .session: .session
        case .request: .request
        default: nil
        }
    }

    var isShared: Bool { self != .transient && self != .graph }

    /// Whether an instance of this lifetime must not keep one that lives in a scope of a kind.
    func isCaptor(of kind: ModelKind) -> Bool { isShared && self.kind.map { $0.rawValue < kind.rawValue } ?? true }

    /// As the container names it, where only the caller gets an instance.
    var unique: UniqueLifetime? {
        switch self {
        case .transient: .transient
        case .graph: .graph
        default: nil
        }
    }

    /// As the container names it, for all others.
    func shared(_ world: ModelWorld) -> SharedLifetime {
        switch self {
        case .session: .scoped(.session)
        case .request: .scoped(.request)
        case .weak: .weak
        case .cached: .cached(for: .seconds(ModelWorld.lifespan), clock: world.clock)
        case .eager: .eager
        default: .singleton
        }
    }
}

/// The kinds of scopes, the outer ones first.
enum ModelKind: Int, CaseIterable, Sendable {
    case session, screen, request

    var kind: ScopeKind {
        switch self {
        case .session: .session
        case .screen: .screen
        case .request: .request
        }
    }
}

/// One thing that a factory resolves.
struct ModelDependency: Sendable, CustomStringConvertible {
    enum Form: Int, CaseIterable, Sendable {
        /// All but the first three can be called later: of the key with an argument, all of them but the resolver are a `Factory`, and the
        /// others what is required.
        case required, optional, all, lazy, provider, resolver, inject, injectAll, injectIfRegistered, injectOnEveryAccess, injectOnInit

        var isLater: Bool { self == .lazy || self == .provider || self == .resolver || isProperty }
        /// Whether it is resolved before the factory returns.
        var isAtOnce: Bool { !isLater || self == .injectOnInit }
        /// Whether it is a property with `@Inject`; of the key with an argument it is not.
        var isProperty: Bool { isPropertyOfOne || self == .injectAll }
        var isPropertyOfOne: Bool {
            self == .inject || self == .injectIfRegistered || self == .injectOnEveryAccess || self == .injectOnInit
        }
    }

    let form: Form
    let key: Int
    var argument = 0

    var description: String { ".init(form: .\(form), key: \(key)\(argument == 0 ? "" : ", argument: \(argument)"))" }
}

/// What a scope is given for a key: an instance, or what a factory makes that resolves something.
struct ModelGift: Sendable, CustomStringConvertible {
    let key: Int
    /// What the factory resolves; nil for an instance.
    var dependencies: [ModelDependency]?

    var description: String { ".init(key: \(key)\(dependencies.map { ", dependencies: \($0)" } ?? ""))" }
}
