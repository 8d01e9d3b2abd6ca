public import Synchronization

/// The place of one key in one container: what is registered for it, what it is replaced by, and what lives in the container itself.
@usableFromInline
final class Slot: Cell {  // Guarded by the family's lock, except for the atomics.
    let key: Key
    let unretainedCore: Unmanaged<Core>  // A core owns its slots and outlives them.
    private(set) var base: Registration?
    /// The latest replacement, which is in effect.
    private(set) var replacement: Registration?
    /// How often the key was registered: what a scope was given is in the place of the registration of then.
    ///
    /// Read also without the lock, before ``answer``.
    let registrations = Atomic<UInt32>(0)
    /// How often it was resolved while somebody observed.
    var observedResolves: UInt32 = 0
    /// Set once something was resolved here, so that a later change has to be noticed by others.
    var wasResolved = false
    /// Set once a scope was given something in the place of what is registered.
    private let given = Atomic<Bool>(false)
    /// Whether that was so; read also without the lock.
    var wasGiven: Bool { given.load(ordering: .relaxed) }
    /// Whether what is registered may be claimed at once: not where it is replaced.
    let isClaimable = Atomic<Bool>(false)
    /// What readers are shown without a lock, unretained, or 0; see ``SlotAnswer``.
    @usableFromInline let answer = Atomic<UInt>(0)
    /// The same, kept for them.
    var shown: AnyObject?
    /// The types of the arguments as one word, 0 for none; odd where the key has a name, too.
    @usableFromInline let arguments: UInt
    /// The next slot that has the same key in a table, unretained, or 0: of those a table knows the first one alone.
    @usableFromInline let sibling = Atomic<UInt>(0)
    private(set) var details: Details?

    /// What few slots have, made when it is first written.
    final class Details {
        /// The replacements that the latest is in front of, the oldest first.
        @exclusivity(unchecked) fileprivate(set) var covered: [Registration] = []
        /// Those that something was made under.
        @exclusivity(unchecked) fileprivate(set) var active = Handful<ActiveReplacement>()
        /// What bare closures were seen to resolve, by the registration.
        @exclusivity(unchecked) var observed: [(registration: Registration, dependencies: [Dependency])] = []
        var argumentCells: ArgumentCells?
        /// What readers without a lock may still be looking at.
        ///
        /// A slot that has changed `retiredLimit` times stops showing anything, so this never grows beyond that.
        @exclusivity(unchecked) var retired: [AnyObject] = []
    }

    init(key: Key, core: Core) {
        self.key = key
        arguments = key.argumentsWord | (key.name == nil ? 0 : 1)
        unretainedCore = .passUnretained(core)
        super.init()
        belong(to: self)
    }

    var writable: Details {
        if let details { return details }
        let made = Details()
        details = made
        return made
    }

    /// The place of the only instance that lives in the container itself.
    var cell: Cell {
        core.hasMadeNothing = false
        return self
    }

    /// The places of the instances that live in the container itself, one for each value of the arguments.
    var argumentCells: ArgumentCells {
        if let known = details?.argumentCells { return known }
        let made = ArgumentCells(slot: self)
        writable.argumentCells = made
        core.hasMadeNothing = false
        return made
    }

    /// The container it is of.
    var core: Core { unretainedCore.takeUnretainedValue() }

    /// What is in effect: the latest replacement, or what was registered.
    var current: Registration? { replacement ?? base }

    /// Whether a registration is what was registered, or what a scope was given in the place of that.
    func isRegistered(_ registration: Registration) -> Bool { base === registration || base === registration.registered }

    /// Whether anything is in effect.
    var isInUse: Bool { base != nil || replacement != nil }

    /// Whether a registration is one of the replacements, in effect or behind others.
    func isReplaced(by registration: Registration) -> Bool {
        replacement === registration || details?.covered.contains { $0 === registration } ?? false
    }

    /// The replacements that something was made under.
    var active: Handful<ActiveReplacement> { details?.active ?? Handful() }

    /// A replacement for what is made under it to note; made when that is first noted.
    func active(_ registration: Registration) -> ActiveReplacement {
        if let known = active.first(where: { $0.registration === registration }) { return known }
        let made = ActiveReplacement(registration)
        writable.active.append(made)
        core.hasMadeNothing = false
        return made
    }

    /// The replacement in effect, for what is made under it to note.
    var activeReplacement: Handful<ActiveReplacement> { replacement.map { Handful(active($0)) } ?? Handful() }

    /// Whether anything is in one of its cells.
    var hasCells: Bool { !isUnused || !isAlone || details?.argumentCells != nil }

    /// Every cell there is in the container itself.
    var cells: [Cell] { [self] + (details?.argumentCells?.cells ?? []) }
}

extension SlotTable {
    /// The slot of a type that takes arguments of some types, 0 for none, and has no name.
    ///
    /// The addresses of types are multiples of four. A key with the lowest bit stands for all slots of a type that take arguments and have no name.
    @inlinable
    @inline(__always)
    func slot(_ type: UInt, _ arguments: UInt) -> Unmanaged<Slot>? {
        arguments == 0 ? first(type) : sibling(type | 1) { $0.arguments == arguments }
    }

    /// The slot of a type that takes arguments of some types, 0 for none, and has a name.
    func slot(_ type: UInt, _ arguments: UInt, named name: Name) -> Unmanaged<Slot>? {
        sibling(Self.key(type, name)) {
            $0.arguments == arguments | 1 && UInt(bitPattern: $0.key.typeID) == type && $0.key.name == name
        }
    }

    /// What stands for the slots of a type and a name, whatever arguments they take, and for those that happen to have the same hash.
    static func key(_ type: UInt, _ name: Name) -> UInt { (type &+ UInt(bitPattern: name.hashValue)) & ~3 | 2 }

    /// The first slot that a key stands for.
    @inlinable
    @inline(__always)
    func first(_ key: UInt) -> Unmanaged<Slot>? { UnsafeRawPointer(bitPattern: find(key)).map { .fromOpaque($0) } }

    /// The slot that is meant of those that a key stands for.
    @inlinable
    @inline(__always)
    func sibling(_ key: UInt, where isMeant: (Slot) -> Bool) -> Unmanaged<Slot>? {
        var next = first(key)
        while let slot = next {
            if slot._withUnsafeGuaranteedRef(isMeant) { return slot }
            next = UnsafeRawPointer(bitPattern: slot._withUnsafeGuaranteedRef { $0.sibling.load(ordering: .acquiring) }).map {
                .fromOpaque($0)
            }
        }
        return nil
    }
}

extension Slot {
    /// What a table finds it by, or the first of its siblings.
    var tableKey: UInt {
        let type = UInt(bitPattern: key.typeID)
        if let name = key.name { return SlotTable.key(type, name) }
        return type | (arguments == 0 ? 0 : 1)
    }

    /// Puts another slot that has the same key in a table behind the last of its siblings.
    func append(sibling slot: Slot) {
        var last = self
        while let next = UnsafeRawPointer(bitPattern: last.sibling.load(ordering: .relaxed)) {
            last = Unmanaged<Slot>.fromOpaque(next).takeUnretainedValue()
        }
        last.sibling.store(UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()), ordering: .releasing)
    }
}

extension Slot {
    /// Puts a registration in place of the one there was.
    ///
    /// - Returns: The old one and its instances; nil where there was none.
    func register(_ registration: Registration) -> Ending? {
        let old = base
        // First, so that no reader takes the old registration for the new one's.
        isClaimable.store(false, ordering: .releasing)
        if old != nil { hide() }
        base = registration
        registrations.store(registrations.load(ordering: .relaxed) &+ 1, ordering: .releasing)
        if registration.lifetime.scopeKind != nil { core.mayBeInScopes = true }
        isClaimable.store(registration.isClaimedAtOnce && replacement == nil, ordering: .releasing)
        guard let old else { return nil }
        var ending = Ending()
        ending.remains.append(old)
        forgetObserved(of: old)
        for cell in cells { ending.end(cell.remove { $0.registration === old }) }
        ending.order(from: 0)
        details?.argumentCells?.sweep(into: &ending) { _ in false }
        return ending
    }

    /// Puts a replacement in effect.
    func push(_ replacement: Registration) {
        // An instance is told by the epoch.
        if answer.load(ordering: .relaxed) & SlotAnswer.mask != SlotAnswer.instance { answer.store(0, ordering: .releasing) }
        isClaimable.store(false, ordering: .releasing)
        if replacement.lifetime.scopeKind != nil { core.mayBeInScopes = true }
        if let covered = self.replacement { writable.covered.append(covered) }
        self.replacement = replacement
        showConstant()
    }

    /// Takes a replacement out, wherever it stands; gives what was made under it.
    func remove(_ replacement: Registration) -> ActiveReplacement? {
        if self.replacement === replacement {
            self.replacement = details?.covered.popLast()
            showConstant()
        } else {
            details?.covered.removeAll { $0 === replacement }
        }
        forgetObserved(of: replacement)
        if self.replacement == nil, base?.isClaimedAtOnce == true { isClaimable.store(true, ordering: .releasing) }
        guard let ended = active.first(where: { $0.registration === replacement }) else { return nil }
        details?.active.remove(ended)
        return ended
    }

    /// Notes that a scope was given something in the place of what is registered.
    func noteProvided(for registration: Registration) {
        given.store(true, ordering: .relaxed)
        showScoped(registration)
    }
}
