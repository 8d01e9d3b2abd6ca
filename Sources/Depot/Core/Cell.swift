import Synchronization

/// The place of one shared service: the instances made for it, and the runs that are making one.
///
/// There is more than one instance only while something is replaced or overridden: the one that was set aside
/// waits here until it is valid again.
@usableFromInline
class Cell {  // Guarded by the family's lock.
    @exclusivity(unchecked) private(set) var instances = Handful<Instance>()
    /// The first that began; the others follow through themselves.
    private var firstBuild: Build?
    /// The run that makes one unseen.
    unowned(unsafe) var unseen: UnseenRun?  // Cleared at its end; it belongs to a thread, which outlives it.
    /// The slot of which this is the only place, in the container or in a scope; nil for all others.
    private(set) var unretainedSlot: Unmanaged<Slot>?  // The cell itself, or a scope drops a container's cells before that goes.
    final var slot: Slot? { unretainedSlot?.takeUnretainedValue() }

    /// The slot of which this is a place in its container or in a scope, the only one or one of several; nil for an override's.
    final var slotOfAll: Slot? { slot ?? place?.slot }

    private var details: Details?
    /// Which registration of the key the scope was given something in the place of; 0 where it was not.
    private var providedFor: UInt32 = 0
    /// Whether no override has a cell beside this one.
    private(set) var isAlone = true

    /// What few cells have, made when it is first written.
    private final class Details {
        unowned(unsafe) var place: ArgumentCells.Place?  // A place keeps its cell; set when both are made.
        var providedRegistration: Registration?
        /// The cells that overrides have beside it.
        var beside: [(override: Core, own: Cell)] = []
    }

    init(slot: Unmanaged<Slot>? = nil) {
        unretainedSlot = slot
    }

    /// For a slot, which is the place of what lives in its container itself.
    final func belong(to slot: Slot) { unretainedSlot = .passUnretained(slot) }

    deinit {
        if !isEmpty { for instance in instances { instance.cell = nil } }
    }
}

extension Cell {
    func insert(_ instance: Instance) {
        instance.cell = self
        instances.append(instance)
    }

    /// The oldest instance of a registration that a predicate holds for.
    func first(of registration: Registration, where predicate: (Instance) -> Bool) -> Instance? {
        // Most have one, which is taken from the list where that stands; to look it through, the list is counted, too.
        guard let first = instances.first else { return nil }
        if first.registration === registration, predicate(first) { return first }
        return instances.hasNoMoreThanOne ? nil : instances.first { $0.registration === registration && predicate($0) }
    }

    /// Whether an instance is the oldest of its registration.
    func isOldest(_ instance: Instance) -> Bool {
        instances.hasNoMoreThanOne || instances.first { $0.registration === instance.registration } === instance
    }

    /// Takes instances out.
    ///
    /// - Returns: What was taken out, for the caller to release outside the lock.
    func remove(where shouldRemove: (Instance) -> Bool) -> Handful<Instance> {
        var removed = Handful<Instance>()
        instances.forEach { if shouldRemove($0) { removed.append($0) } }
        if !removed.isEmpty { remove(removed) }
        return removed
    }

    @inline(never)  // Apart from the predicate, for each of which it would be built anew.
    private func remove(_ removed: Handful<Instance>) {
        removed.forEach { $0.cell = nil }
        var kept = Handful<Instance>()
        instances.forEach { if $0.isIn(self) { kept.append($0) } }
        instances = kept
    }

    /// Takes all instances out, to be ended outside the lock.
    func removeAll() -> Handful<Instance> {
        let all = instances
        instances = Handful()
        return all
    }

    /// Whether it is the only place of a slot.
    func isOnly(of slot: Unmanaged<Slot>) -> Bool { unretainedSlot?.toOpaque() == slot.toOpaque() }

    private var writable: Details {
        if let details { return details }
        let made = Details()
        details = made
        return made
    }

    /// The cells that overrides have beside this one.
    var beside: [(override: Core, own: Cell)] { details?.beside ?? [] }

    /// The place it belongs to where it is one of several, for one value of arguments each.
    var place: ArgumentCells.Place? {
        get { details?.place }
        set { writable.place = newValue }
    }

    /// What makes the service, where the scope was given that and not an instance.
    private var providedRegistration: Registration? {
        get { details?.providedRegistration }
        set { if newValue != nil || details != nil { writable.providedRegistration = newValue } }
    }

    /// Notes the cell that an override has beside this one, so that it is emptied with it.
    func add(_ own: Cell, of override: Core) {
        writable.beside.append((override, own))
        isAlone = false
    }

    /// Drops the instances whose time is over, also those that overrides have.
    func drop(into ending: inout Ending, where isOver: (Instance) -> Bool) {
        remove(where: isOver).forEach { ending.drop($0) }
        if isAlone { return }
        for (override, own) in beside {
            own.remove(where: isOver).forEach { ending.drop($0) }
            guard own.isUnused else { continue }
            override.forgetOwnCell(for: self)
            forget(override)
        }
    }

    /// Whether the scope was given the service, and that was not registered anew.
    var isProvided: Bool { wasProvided && providedFor == slot?.registrations.load(ordering: .relaxed) }

    /// Whether the scope was ever given the service.
    var wasProvided: Bool { providedFor != 0 }

    /// What makes the service, where the scope was given it: for an instance what is registered.
    var provided: Registration? { isProvided ? providedRegistration ?? slot?.base : nil }

    /// Gives the scope the service: what was made for the cell ends, but not what replaces the service.
    ///
    /// - Parameters:
    ///   - registration: What makes it; nil where the caller puts the instance in.
    ///   - ending: Takes what was there.
    func provide(_ registration: Registration?, into ending: inout Ending) {
        removeProvidedRegistration(into: &ending)
        if !instances.isEmpty || !isAlone { endInstances(into: &ending) }
        providedFor = slot?.registrations.load(ordering: .relaxed) ?? 0
        providedRegistration = registration
    }

    /// Gives the scope, which is new, the service.
    ///
    /// - Parameters:
    ///   - instance: What it is given.
    ///   - number: How often the key was registered.
    func provide(_ instance: Instance, for number: UInt32) {
        providedFor = number
        insert(instance)
    }

    /// Takes away what makes the service, where the scope was given that.
    func removeProvidedRegistration(into ending: inout Ending) {
        guard let providedRegistration else { return }
        providedRegistration.withdraw()
        ending.remains.append(providedRegistration)
        self.providedRegistration = nil
    }

    /// Takes away what was made here, also for overrides, but not what replaces the service.
    func endInstances(into ending: inout Ending) {
        func isReplacement(_ instance: Instance) -> Bool { slot?.isReplaced(by: instance.registration) ?? false }
        ending.end(remove { !isReplacement($0) })
        for (_, own) in beside { ending.end(own.remove { !isReplacement($0) }) }
    }

    /// Takes the instances out of a place that its scope has taken out, and those that overrides have beside it.
    @inline(never)
    func end(into ending: inout Ending) {
        removeProvidedRegistration(into: &ending)
        ending.end(removeAll())
        if isAlone { return }
        for (override, own) in takeBeside() {
            ending.end(own.removeAll())
            override.forgetOwnCell(for: self)
        }
    }

    /// Forgets an override that has ended.
    @inline(never)
    func forget(_ override: Core) {
        guard let index = details?.beside.firstIndex(where: { $0.override === override }) else { return }
        details?.beside.remove(at: index)
        isAlone = beside.isEmpty
    }

    /// Takes out the cells that overrides have beside this one.
    func takeBeside() -> [(override: Core, own: Cell)] {
        guard let details, !isAlone else { return [] }
        isAlone = true
        defer { details.beside = [] }
        return details.beside
    }

    /// Whether there is neither an instance nor anyone who is making one.
    var isUnused: Bool { instances.isEmpty && firstBuild == nil && unseen == nil }

    /// Whether anyone is making one as a build.
    var hasBuilds: Bool { firstBuild != nil }

    /// Whether it has no instance.
    var isEmpty: Bool { instances.isEmpty }

    /// The runs that are making one, the oldest first; there is rarely more than one.
    var builds: some Sequence<Build> {
        sequence(state: firstBuild) { next in
            let build = next
            next = build?.nextInCell
            return build
        }
    }

    func add(_ build: Build) {
        if let last = builds.first(where: { $0.nextInCell == nil }) { last.nextInCell = build } else { firstBuild = build }
    }

    func remove(_ build: Build) {
        if firstBuild === build {
            firstBuild = build.nextInCell
        } else if let before = builds.first(where: { $0.nextInCell === build }) {
            before.nextInCell = build.nextInCell
        } else {
            return
        }
        build.nextInCell = nil
    }
}
