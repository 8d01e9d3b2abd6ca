public import Synchronization

/// The place of one key in one container: what is registered for it, what it is replaced by, and what lives in the container itself.
@usableFromInline
final class Slot: Cell, @unchecked Sendable {  // Guarded by the family's lock, except for the atomics.
    let key: Key
    let unretainedCore: Unmanaged<Core>  // A core owns its slots and outlives them.
    /// Where the slot stands among its container's, in registration order.
    let position: Int
    private(set) var base: Registration?
    private(set) var replacements = Handful<ActiveReplacement>()
    /// Set once something was resolved here, so that a later change has to be noticed by others.
    var wasResolved = false
    /// Set once a bare closure was watched while it ran.
    var wasObserved = false
    /// How often the key was registered: what a scope was given is in the place of the registration of then.
    ///
    /// Read also without the lock, before ``claimable``.
    let registrations = Atomic<UInt32>(0)
    /// Set once a scope was given something in the place of what is registered.
    private let given = Atomic<Bool>(false)
    /// Whether that was so; read also without the lock.
    var wasGiven: Bool { given.load(ordering: .relaxed) }
    /// How often it was resolved while somebody observed.
    var observedResolves: UInt32 = 0
    /// What it was seen to resolve.
    private(set) var observed: [Dependency] = []

    private var madeArgumentCells: ArgumentCells?
    /// The place of the only instance that lives in the container itself.
    var cell: Cell {
        core.hasMadeNothing = false
        return self
    }
    /// The places of the instances that live in the container itself, one for each value of the arguments.
    var argumentCells: ArgumentCells {
        if let madeArgumentCells { return madeArgumentCells }
        let made = ArgumentCells(slot: self)
        madeArgumentCells = made
        core.hasMadeNothing = false
        return made
    }

    /// The registration of a transient, for readers without a lock: an unretained `Registration`, or 0.
    @usableFromInline let published = Atomic<UInt>(0)
    /// The instance of a settled singleton, for readers without a lock: an unretained `Instance`, or 0.
    @usableFromInline let settled = Atomic<UInt>(0)
    /// How what is registered may be claimed at once: 0 on the general path, `atOnce`, or the registration, unretained,
    /// which may then be claimed in a reserved scope.
    let claimable = Atomic<UInt>(0)
    static var atOnce: UInt { 1 }
    /// The types of the arguments as one word; 0 for none.
    @usableFromInline let arguments: UInt
    /// The next slot of the same type with other arguments, unretained, or 0: of those a table knows the first one alone.
    @usableFromInline let sibling = Atomic<UInt>(0)
    /// Whether anything was ever replaced here.
    let wasReplaced = Atomic<Bool>(false)
    /// What readers without a lock may still be looking at.
    ///
    /// A slot that has changed `retiredLimit` times stops publishing, so this never grows beyond that.
    private var retired: [any AnyObject & Sendable] = []
    private static let retiredLimit = 8
    /// Whether readers may have seen the base registration.
    private var wasPublished = false
    /// Whether readers were ever shown anything.
    private var hasShown = false
    /// The instance that they are shown.
    private(set) var settledInstance: Instance?

    init(key: Key, core: Core, position: Int) {
        self.key = key
        arguments = key.argumentsWord
        unretainedCore = .passUnretained(core)
        self.position = position
        super.init()
        belong(to: self)
    }

    /// The container it is of.
    var core: Core { unretainedCore.takeUnretainedValue() }

    /// What is in effect: the latest replacement, or what was registered.
    var current: Registration? { replacements.last?.registration ?? base }

    /// Whether anything is in effect.
    var isInUse: Bool { base != nil || !replacements.isEmpty }

    /// Whether anything is in one of its cells.
    var hasCells: Bool { !isUnused || !isAlone || madeArgumentCells != nil }

    /// Every cell there is in the container itself.
    var cells: [Cell] { [self] + (madeArgumentCells?.cells ?? []) }
}

extension SlotTable {
    /// The slot of a type that takes arguments of some types, 0 for none.
    ///
    /// The addresses of types are even, so a key that is odd stands for all slots of a type that take arguments.
    @inlinable
    @inline(__always)
    func slot(_ type: UInt, _ arguments: UInt) -> Unmanaged<Slot>? {
        if arguments == 0 { return first(type) }
        var next = first(type | 1)
        while let slot = next {
            let (found, sibling) = slot._withUnsafeGuaranteedRef { ($0.arguments, $0.sibling.load(ordering: .acquiring)) }
            if found == arguments { return slot }
            next = UnsafeRawPointer(bitPattern: sibling).map { .fromOpaque($0) }
        }
        return nil
    }

    /// The first slot that a key stands for.
    @inlinable
    @inline(__always)
    func first(_ key: UInt) -> Unmanaged<Slot>? { UnsafeRawPointer(bitPattern: find(key)).map { .fromOpaque($0) } }
}

extension Slot {
    /// What a table finds it by, or the first of its siblings.
    var tableKey: UInt { UInt(bitPattern: key.typeID) | (arguments == 0 ? 0 : 1) }

    /// Puts another slot of the same type behind the last of those that take arguments.
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
    /// - Parameters:
    ///   - registration: What is registered now.
    ///   - ending: Takes the old one and its instances.
    func register(_ registration: Registration, replacing ending: inout Ending) {
        let old = base
        // First, so that no reader takes the old registration for the new one's.
        claimable.store(0, ordering: .releasing)
        base = registration
        registrations.store(registrations.load(ordering: .relaxed) &+ 1, ordering: .releasing)
        if registration.lifetime.scopeKind != nil { core.hasScopedServices = true }
        claimable.store(registration.isClaimedAtOnce ? Self.atOnce : 0, ordering: .releasing)
        guard let old else { return }
        withdraw()
        ending.remains.append(old)
        if wasPublished { retired.append(old) }
        wasPublished = false
        observed = []
        wasObserved = false
        let start = ending.disposables.count
        for cell in cells { ending.end(cell.remove { $0.registration === old }) }
        ending.order(from: start)
        madeArgumentCells?.sweep(into: &ending) { _ in false }
    }

    func push(_ replacement: ActiveReplacement) {
        published.store(0, ordering: .releasing)
        claimable.store(0, ordering: .releasing)
        wasReplaced.store(true, ordering: .relaxed)
        if replacement.registration.lifetime.scopeKind != nil { core.hasScopedServices = true }
        replacements = replacements.adding(replacement)
    }

    /// Takes a replacement out, wherever in the stack it is.
    func remove(_ replacement: ActiveReplacement) {
        replacements = replacements.removing(replacement)
        if replacements.isEmpty, base?.isClaimedAtOnce == true { claimable.store(Self.atOnce, ordering: .releasing) }
    }

    /// Notes that a scope was given something in the place of what is registered.
    func noteProvided(for registration: Registration) {
        given.store(true, ordering: .relaxed)
        publishForReserved(registration)
    }
}

extension Slot {
    /// Adds to what a bare closure was seen to resolve.
    func observe(_ dependencies: DependencyList) {
        for dependency in dependencies.direct.compactMap(\.dependency) where !observed.contains(dependency) { observed.append(dependency) }
    }
}

extension Slot {
    /// Whether a transient's registration could be shown and is not yet.
    var mayBePublished: Bool { published.load(ordering: .relaxed) == 0 }

    private var mayPublish: Bool { retired.count < Self.retiredLimit }

    /// Shows a transient's registration to readers without a lock.
    func publish(_ registration: Registration) {
        guard mayPublish, registration === base, replacements.isEmpty else { return }
        wasPublished = true
        hasShown = true
        published.store(UInt(bitPattern: Unmanaged.passUnretained(registration).toOpaque()), ordering: .releasing)
    }

    /// Shows the registration of a scoped service to those who claim it in a reserved scope, or give it to one.
    func publishForReserved(_ registration: Registration) {
        guard claimable.load(ordering: .relaxed) == Self.atOnce, mayPublish, registration === base,
            registration.mayRunUnseen || registration.traits.contains(.expected)
        else { return }
        wasPublished = true
        hasShown = true
        claimable.store(UInt(bitPattern: Unmanaged.passUnretained(registration).toOpaque()), ordering: .releasing)
    }

    /// Shows a singleton's instance to readers without a lock.
    func publish(_ instance: Instance) {
        guard mayPublish, settledInstance !== instance else { return }
        if let settledInstance { retired.append(settledInstance) }
        settledInstance = instance
        hasShown = true
        settled.store(UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque()), ordering: .releasing)
    }

    /// Hides both for good, when there can be no readers any more.
    ///
    /// - Parameter ending: Takes what was kept for readers: the instances, and the registrations with their factories.
    func withdrawAll(into ending: inout Ending) {
        guard hasShown else { return }
        withdraw()
        for object in retired {
            if let instance = object as? Instance { ending.release(instance) } else { ending.remains.append(object) }
        }
        retired = []
    }

    /// Hides both; a reader that has just looked goes on with what it saw.
    private func withdraw() {
        published.store(0, ordering: .releasing)
        settled.store(0, ordering: .releasing)
        if let settledInstance { retired.append(settledInstance) }
        settledInstance = nil
    }
}
