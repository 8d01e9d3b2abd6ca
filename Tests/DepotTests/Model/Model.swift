/// A container as plain values: slow, on one thread, and simple enough to be believed.
///
/// It says which instance a resolve gives, in which order factories run, by which path a resolve fails, and what is disposed at which end. An
/// instance is handed out again when everything that was looked up while it was made would be found again in the same places.
struct Model {
    /// What was registered, or stands in for that.
    struct Registration {
        let key: Int
        var lifetime: ModelLifetime
        var dependencies: [ModelDependency] = []
        /// The instance that was handed in.
        var constant: Int?
        /// The place in the order of contributions.
        var contribution: Int?
        /// Whether only scopes that are given it have it.
        var isExpected = false
        /// What it makes something in the place of, for a scope that was given that.
        var inPlaceOf: Int?
        /// Whether it stands in for another, or is a copy of one that does.
        var standsIn = false
        /// The key that it is another name of.
        var alias: Int?
        /// What an override wraps that it found outside.
        var wrapped: Int?
        /// Where an override looks up what the registration that it wraps needs; nil where that is the place of the one who asks.
        var baseHome: Int?
        /// How many of the decorators are part of that registration.
        var baseDecorators = 0
        /// Where it finds what it decorates, and does not make itself.
        var parent: Int?
        /// What each of its decorators resolves, the innermost first.
        var decorators: [[ModelDependency]] = []
        /// Whether it gives another's instance as it is.
        var isAlias: Bool { alias != nil && decorators.isEmpty }
    }

    struct Slot {
        var base: Int?
        var replacements: [Int] = []
        var current: Int? { replacements.last ?? base }
    }

    /// What is registered for a type.
    enum Entry: Hashable {
        case key(Int)
        case contribution(Int)
    }

    /// A container or an override.
    struct Core {
        let parent: Int?
        /// The container that it overrides.
        let overrides: Int?
        /// For an override: those that it was opened in.
        var around: [Int] = []
        var slots: [Int: Slot] = [:]
        /// What is registered for a type, in the order it was first there.
        var entries: [Int: [Entry]] = [:]
        /// What is to decorate a key that is not registered yet.
        var decorators: [Int: [[ModelDependency]]] = [:]
        var hasEnded = false
    }

    /// What was looked up, and in which container.
    struct Note: Hashable {
        enum What: Hashable {
            case instance(Int)
            case registration(Int)
            case absent(Int)
            case all(Int, count: Int)
        }

        let what: What
        let place: Int
        /// Whether a container was asked that does not have all overrides which the factory was run in.
        var isAside = false
    }

    /// The shortest-lived scope that something was made from.
    struct Met {
        let kind: ModelKind
        let scope: Int?
    }

    struct Instance {
        let registration: Int
        let home: Int
        var notes: [Note] = []
        /// The override that it belongs to.
        var owner: Int?
        /// The replacements that it saw.
        var saw: Set<Int> = []
        var scope: Int?
        var met: Met?
        var isLost = false
        /// Whether it met its override in its caller's context, and not in what it was asked of.
        var isMetByCaller = false
        /// Where it is kept, if it is shared.
        var place: Place?
        /// When it was made.
        let time: Int
    }

    /// An object that a factory or a decorator made.
    struct Node {
        var parts: [Part]
    }

    enum Part {
        case one(Int)
        case none
        case all([Int])
        case later(Int)
    }

    struct Failure: Error {
        enum Kind: String {
            case notRegistered, notProvided, captive, scopeNotOpen, factoryFailed, wrongArguments, closed
        }

        let kind: Kind
        var path: [String]
    }

    /// Where shared instances are kept.
    struct Place: Hashable {
        let core: Int
        let key: Int
        let contribution: Int?
        let argument: Int?
        let scope: Int?
        let override: Int?
    }

    /// A `.graph` registration, and the container that its instance resolves from.
    struct GraphPlace: Hashable {
        let registration: Int
        let home: Int
    }

    /// A factory that is running.
    struct Run {
        /// Tells runs apart.
        let token: Int
        let registration: Int
        let isShared: Bool
        /// Where it is registered, and where it resolves.
        let core: Int
        let home: Int
        let scope: Int?
        /// The overrides that it began in.
        let view: [Int]
        var notes: [Note] = []
        var owner: Int?
        var saw: Set<Int> = []
        var met: Met?
        /// What only callers got in it and is to be disposed.
        var disposables: [Int] = []
    }

    /// Something that an instance got to be called later.
    struct Handle {
        /// Whether it is a property with `@Inject`.
        var isProperty: Bool { dependency.form.isProperty && dependency.key != ModelKey.withArgument }
        var isList: Bool { dependency.form == .injectAll }
        let dependency: ModelDependency
        let home: Int
        /// The overrides that it was made under.
        let view: [Int]
        /// The run of the shared instance that it was made for.
        let shared: Int?
        /// The lifetime of what keeps it, beyond those that only the caller gets.
        let holder: ModelLifetime?
        /// The scope of that shared instance.
        let scope: Int?
        /// The run of that shared instance, or else of the one that has asked for what has it.
        let keeper: Int?
        /// What a `Lazy` keeps, and what overrides keep for it.
        var own: Kept?
        /// What a property of a list keeps.
        var ownList: [Kept]?
        var inOverrides: [Int: Kept] = [:]
        /// What it keeps that the container does not keep for it.
        var alone: [Int] {
            ([own].compactMap { $0 } + (ownList ?? [])).filter { isProperty || $0.place == nil }.map(\.serial)
        }
    }

    /// What a `Lazy` has resolved.
    struct Kept {
        let serial: Int
        /// What says whether it is still right: of what only the `Lazy` got, a record of its own.
        let record: Int
        /// Where the container keeps it, where it does.
        let place: Place?
        /// The instance that has noted it, and keeps it with that.
        var holder: Int?
    }

    var registrations: [Registration] = []
    var cores: [Core] = [Core(parent: nil, overrides: nil)]
    var scopes: [Scope] = []
    var setScopes: [ScopePlace: SetScopes] = [:]
    var instances: [Int: Instance] = [:]
    var nodes: [Int: Node] = [:]
    var handles: [Handle] = []
    var kept: [Place: [Int]] = [:]
    /// The instance that a run made in the end.
    var outcomes: [Int: Int] = [:]
    var runs: [Run] = []
    /// The `.graph` instances of the outermost resolve: one of a registration for each container that it is resolved from.
    var graph: [GraphPlace: Int] = [:]
    /// The run that ended last.
    var lastRun: Run?
    /// Where the shared instance is kept that was found or made last.
    var lastPlace: Place?
    /// The record of what a scope was given that was resolved last.
    var lastGiven: Int?
    /// The overrides in effect, the innermost last; and the scopes that are open around the program's place.
    var layers: [Int] = []
    var bound: [Int] = []
    /// The overrides that are in effect for the container that is asked.
    var view: [Int] = []
    /// The containers that were put into effect, the innermost last.
    var shared: [Int] = []
    /// The run of the shared instance that keeps what it asks for now.
    var keeperOfLater: Int?
    /// The scope of the object that asks, where a handle of it does.
    var scopeOfHandle: Int?
    /// How much was registered when a factory first ran.
    var registeredFirst: Int?
    /// What another instance has taken the place of since the program's step began: whoever holds it now.
    var released: [Int] = []
    /// Whether the model cannot know what the container gave: the program ends there.
    var isUncertain = false
    var serial = 0
    var tokens = 0
    /// How many there were in a root and below it.
    var contributions: [Int: Int] = [:]
    var time = 0
    /// What fails when it next runs.
    var armed: Set<ModelArm> = []
    /// Of each property that is to be resolved when it is made, in order: whether it can be, and is made.
    var choices: [Bool] = []
    /// What observers are to have been told.
    var events = ModelEvents.Counts()
    var disposals = Disposals()
    /// Whether an object is alive: asked of the program itself, for it is its own affair what it holds.
    let isAlive: @Sendable (Int) -> Bool

    init(isAlive: @escaping @Sendable (Int) -> Bool) {
        self.isAlive = isAlive
    }

    mutating func takeSerial() -> Int {
        serial += 1
        return serial
    }
}
