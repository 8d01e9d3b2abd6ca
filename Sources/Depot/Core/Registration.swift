import Synchronization

/// What was said when a service was registered: immutable, and shared by the copies of a container.
///
/// `TypedRegistration` adds the factory; everything that does not depend on the service's type is here.
@usableFromInline
class Registration: @unchecked Sendable {  // Immutable, but for four atomics; not final, so the compiler cannot see it.
    let key: Key
    let layer: Layer?
    let assembly: RegisteringAssembly?
    let source: SourceLine
    let lifetime: Lifetime
    let traits: Traits
    let dynamicType: DynamicType
    /// Whether the factory is a function of dependencies, which sees no resolver.
    let isFunction: Bool
    /// Whether a run of it may begin unseen: it is a function, or a closure of a resolver and nothing else.
    let mayRunUnseen: Bool
    /// Whether the factory takes nothing, not even a resolver, and is called where its type is known.
    let takesNothing: Bool
    /// Whether it is a `ConstantRegistration`: every resolve gives what was handed in, without making or keeping anything.
    let isConstant: Bool
    private let use = Atomic<Bool>(false)
    private let elsewhere = Atomic<Bool>(false)
    /// The type that was made last and is not `Disposable`; 0 before.
    ///
    /// A hint, so it may change.
    let lastPlainType = Atomic<UInt>(0)
    /// The type of what was made last, for the graph: a metatype's word; 0 before.
    let implementingType = Atomic<UInt>(0)

    init(
        key: Key, lifetime: Lifetime, traits: Traits, layer: Layer?, source: SourceLine, assembly: RegisteringAssembly?,
        dynamicType: DynamicType, isFunction: Bool = false, isClosure: Bool = false, takesNothing: Bool = false
    ) {
        self.key = key
        self.lifetime = lifetime
        self.traits = traits
        self.layer = layer
        self.source = source
        self.assembly = assembly
        self.dynamicType = dynamicType
        isConstant = false
        self.isFunction = isFunction
        mayRunUnseen = isFunction || (isClosure && traits.isSubset(of: .overriding))
        self.takesNothing = takesNothing
    }

    /// A replacement of another registration of the same service.
    init(standingInFor target: Registration, _ source: SourceLine, lifetime: Lifetime, traits: Traits, isConstant: Bool = false) {
        key = target.key
        self.lifetime = lifetime
        self.traits = traits.union(.replacement)
        layer = target.layer
        self.source = source
        assembly = target.assembly
        self.isConstant = isConstant
        isFunction = false
        mayRunUnseen = false
        takesNothing = false
        dynamicType = target.dynamicType
    }

    /// For a replacement: whether anything was resolved through it.
    final var wasUsed: Bool { use.load(ordering: .relaxed) }

    /// Notes that it was; once, for readers that all write one line of the cache wait for each other.
    final func noteUse() { if !wasUsed { use.store(true, ordering: .relaxed) } }

    /// Whether its resolver was used on another thread than the one that its factory ran on.
    ///
    /// Then each run is one that others can find.
    final var isAskedElsewhere: Bool { elsewhere.load(ordering: .relaxed) }

    /// Notes that it was.
    final func noteAskedElsewhere() { elsewhere.store(true, ordering: .relaxed) }

    final var hasArguments: Bool { key.arguments != nil }

    /// Whether others share the instance and it is kept for them, and nothing of the user's, a clock or arguments' `==`, nor the main
    /// actor, has to be asked first.
    final var isClaimedAtOnce: Bool { lifetime.isPublishable && !isConstant && !traits.contains(.mainActor) && !hasArguments }

    /// The dependencies by type, where the registration declares them; nil for a bare closure.
    var declared: [Dependency]? { nil }

    /// The lifetime of its replacements: that of the original registration, also where an instance replaces it for now.
    var lifetimeOfReplacements: Lifetime { lifetime }

    /// The dependencies that a decorator adds by its closure are unknown, and so is what any bare closure needs.
    var isOpaque: Bool { declared == nil }

    /// The arguments as what one instance is kept for; nil where there is one for all.
    var argumentValue: (@Sendable (UnsafeRawPointer) -> [AnyHashable])? { nil }

    /// What is registered, where this is what a scope was given in its place; else itself.
    var registered: Registration { self }

    /// Where its latest decorator was added, if it is another one with more of them.
    func decorated(since other: Registration) -> SourceLine? { nil }

    /// Whether its scope was given something else in its place.
    var isWithdrawn: Bool { false }

    /// Notes that; under the family's lock.
    func withdraw() {}

    /// Whether it makes its instances itself, so that the container disposes them: not those that were handed in, nor those of an alias.
    final var ownsInstances: Bool { traits.isDisjoint(with: [.instance, .alias]) }

    /// Whether there is an async factory: an alias has both kinds.
    var hasAsyncForm: Bool { false }
    /// Whether it is awaited where what it stands for is, and else made synchronously: an alias, decorated or not.
    final var isEitherForm: Bool { hasAsyncForm && !traits.contains(.async) }

    /// Whether there is nothing to wrap: each scope is given it.
    final var isOnlyExpected: Bool { traits.contains(.expected) && !traits.contains(.decorated) }

    /// Whether what was made may be `Disposable`, and is the container's to dispose; most often the last one's answer is right for it, too.
    @usableFromInline
    final func mayBeDisposable(valueAt address: UnsafeRawPointer) -> Bool {
        dynamicType.identity(ofValueAt: address) != lastPlainType.load(ordering: .relaxed) && !traits.contains(.instance)
    }

    /// Calls the factory in a run that is unseen.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - container: The container the caller resolves from.
    ///   - home: The container that the registration is of.
    ///   - entry: What is to be disposed at the end of the owner.
    /// - Returns: The instance.
    /// - Throws: What the factory throws.
    func produce(
        in run: Unmanaged<UnseenRun>, for container: Container, home: Unmanaged<Core>, entry: inout Disposables.Entry?
    ) throws -> Instance {
        fatalError("Depot: \(key) has no factory.")
    }

    /// Calls the synchronous factory for an instance that others share.
    func produce(_ resolver: Resolver, _ arguments: UnsafeRawPointer, home: Unmanaged<Core>) throws -> Product {
        fatalError("Depot: \(key) has no factory.")
    }

    /// Calls the async factory for an instance that others share.
    func produceAsync(_ resolver: Resolver, home: Unmanaged<Core>) async throws -> Product { fatalError("Depot: \(key) has no factory.") }

    /// Notes the type of what was made.
    final func note(implementedBy type: any Any.Type) {
        // A metatype is one word: ABI (docs/ABI/TypeMetadata). Released, as the runtime may just have made up the type on this thread.
        implementingType.store(unsafeBitCast(type, to: UInt.self), ordering: .releasing)
    }

    /// The type of what was made last, where it is another than the service's.
    var implementation: (any Any.Type)? {
        let word = implementingType.load(ordering: .acquiring)
        if word == 0 { return nil }
        typealias Metatype = any Any.Type
        // As above.
        let type = unsafeBitCast(word, to: Metatype.self)
        return type == key.service ? nil : type
    }

    /// Its lifetime, as a person would say it.
    var writtenLifetime: String {
        guard traits.contains(.expected), let kind = lifetime.scopeKind else { return lifetime.description }
        return "given to \(kind)"
    }

    /// The stop on a resolution path that stands for this registration.
    var step: ResolutionError.Step { ResolutionError.Step(name: key.description, source: source) }
}

/// The yes-or-no facts of a registration.
struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    /// Only an async factory is known.
    static let async = Traits(rawValue: 1 << 0)
    /// The factory runs on the main actor.
    static let mainActor = Traits(rawValue: 1 << 1)
    /// The registration may replace one that another assembly made.
    static let overriding = Traits(rawValue: 1 << 2)
    /// The instance was handed in, so it is not the container's to dispose.
    static let instance = Traits(rawValue: 1 << 3)
    /// It resolves another key and converts the result.
    static let alias = Traits(rawValue: 1 << 4)
    /// It wraps what was registered before.
    static let decorated = Traits(rawValue: 1 << 5)
    /// It stands in for another for a while.
    static let replacement = Traits(rawValue: 1 << 6)
    /// Each scope of a kind is to be given it; there is no factory.
    static let expected = Traits(rawValue: 1 << 7)
}

extension Traits {
    /// What every form of registration may say.
    init(overriding: Bool, onMainActor: Bool) {
        self = []
        if overriding { insert(.overriding) }
        if onMainActor { insert(.mainActor) }
    }
}
