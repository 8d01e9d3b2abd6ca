/// What most containers never need, and no override should pay for: made when it is first written.
final class CoreAnnex {
    /// The slots of contributions.
    @exclusivity(unchecked) var contributions: [Key: Slot] = [:]
    /// All that is registered for a type without arguments, in registration order, for the types that were asked for.
    @exclusivity(unchecked) var collections: [ObjectIdentifier: [Slot]] = [:]
    /// The decorators, in the order they were added: those that wait, and those that wrap something.
    @exclusivity(unchecked) var decorators: [Decorator] = []
    /// The keys whose registration here wraps what is registered further up.
    @exclusivity(unchecked) var keysWrappedAbove: Set<Key> = []
    /// The assemblies that were applied.
    @exclusivity(unchecked) var assemblies: [AppliedAssembly] = []
    /// Where the container was made, and where it was closed; nil for an override.
    var madeAt: SourceLine?
    var closedAt: SourceLine?
    /// The keys that two assemblies registered.
    @exclusivity(unchecked) var duplicates: [Duplicate] = []
    /// The scopes that were set, and not inside another.
    @exclusivity(unchecked) var currents = CurrentScopes()
    /// Whether something that may outlive the container was made from what it has.
    var isFollowed = false
    /// Whether a scoped service needs an open scope; nil where the parent is to say.
    var strictScopes: Bool?
    /// Takes what would otherwise stop the process, where a test is to fail instead.
    var misuse: MisuseHandler?
    /// The tables that a reader may still be in.
    @exclusivity(unchecked) var retiredTables: [SlotTable] = []
    /// For an override: the instances that are its own, by the cell they would otherwise be in.
    @exclusivity(unchecked) var owned: [ObjectIdentifier: (home: Cell, own: Cell)] = [:]
    /// For an override: what tells its verdicts from those of others; 0 while there are none.
    var verdictNumber: UInt = 0
    /// For an override: what it keeps for those who read a `Lazy` or an `@Inject` property inside it.
    @exclusivity(unchecked) var keepsakes: [ObjectIdentifier: Keepsake] = [:]
    /// For an override: what it is on other containers.
    @exclusivity(unchecked) var projections: [ObjectIdentifier: Core] = [:]

    deinit {
        for table in retiredTables { table.deallocate() }
    }
}

/// Two assemblies that register one key.
struct Duplicate: Sendable {
    let first: Registration
    let second: Registration
}

/// What wraps the registrations of a type and a name, whatever their arguments.
struct Decorator: Sendable {
    /// The type and the name.
    let key: Key
    let source: SourceLine
    /// The keys that it was applied to; false once the key was registered again, which ends its decorators.
    var wrapped: [Key: Bool] = [:]
    /// Wraps a registration.
    let decorated: @Sendable (Registration, DecoratedBase) -> Registration

    /// Whether a key is one of those it wraps.
    @inline(never)
    func isFor(_ key: Key) -> Bool { key.typeID == self.key.typeID && key.name == self.key.name && key.contribution == 0 }

    /// Whether it waits for something to wrap.
    var isWaiting: Bool { wrapped.isEmpty }

    /// Whether all that it wrapped was registered again.
    var isOver: Bool { !isWaiting && !wrapped.values.contains(true) }
}

/// Where the registration that a decorator wraps makes its instances.
enum DecoratedBase: Sendable {
    /// Where the decorated one makes them.
    case here
    /// In the parent of the child that decorates it, which shares them with others; with what is registered there or further up.
    case parent(Core, registered: Registration)
    /// In an override, from what a container further up has registered.
    case above(Core)
}

/// Takes a misuse that would otherwise stop the process, with the line it happened at.
package typealias MisuseHandler = @Sendable (ResolutionError, _ file: StaticString, _ line: UInt) -> Void
