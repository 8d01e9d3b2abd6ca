import Synchronization

/// The end of a run: what it made is kept, or not.
extension Ledger {
    /// What came of settling a build.
    struct Settlement {
        /// Whether the instance is kept; if not, the question is to be asked anew.
        let isKept: Bool
        /// What is left to be done outside the lock; nil where there is nothing, as nearly always.
        let rest: SettlementRest?
    }

    /// Ends a build that made an instance.
    mutating func settle(
        _ build: Build, with instance: Instance, disposable: Disposables.Entry?, enclosing: Build?
    ) -> Settlement {
        recordings -= 1
        if !build.hasNoNotes { (instance.dependencies, instance.replacements) = build.takeNotes() }
        instance.owner = build.touched
        if let scope = build.scope { instance.live(in: scope) }
        instance.birth = nextBirth()
        var rest = build.waiters.isEmpty ? nil : SettlementRest(waiters: build.waiters)
        if let graph = build.takeGraph() { SettlementRest.of(&rest).graph = graph }
        let core = build.touched ?? build.homeCore?.takeUnretainedValue() ?? build.container.core
        let isOutdated = isOutdated(instance, of: build, keptBy: core)
        let place = build.cell
        place?.remove(build)
        guard !isOutdated, let cell = place else {
            build.finish(.again)
            if let disposable { SettlementRest.of(&rest).disposables.append(disposable) }
            return Settlement(isKept: false, rest: rest)
        }
        build.finish(.made, made: instance)
        if !cell.isEmpty { drop(from: cell, for: instance, of: build, keptBy: core, into: SettlementRest.of(&rest)) }
        cell.insert(instance)
        if !instance.replacements.isEmpty { for replacement in instance.replacements { replacement.add(instance) } }
        if let disposable {
            disposable.birth = instance.birth
            (instance.replacements.last ?? keeper(of: build, touched: core)).disposables.append(disposable)
        }
        // What nothing has changed for since the run began need not be looked at again.
        if build.epoch == overrideEpoch, core.unretainedOverriding == nil, build.container.core.unretainedOverriding == nil {
            instance.validEpoch.store(epoch, ordering: .releasing)
        }
        if enclosing != nil {
            let woken = note(instance, on: enclosing)
            if !woken.isEmpty { SettlementRest.of(&rest).waiters += woken }
        }
        return Settlement(isKept: true, rest: rest)
    }

    /// Takes out what a new instance stands in place of: what can never be handed out again.
    private mutating func drop(from cell: Cell, for instance: Instance, of build: Build, keptBy core: Core, into rest: SettlementRest) {
        rest.dropped = cell.remove {
            guard $0.registration === instance.registration else { return false }
            if isLost($0) { $0.isLost = true }
            return $0.isLost || !isAlive($0) || $0.isExpired(at: instance.made)
        }
        let keeper = keeper(of: build, touched: core)
        for dropped in rest.dropped { rest.disposables += keeper.take(disposalOf: dropped) }
    }

    /// Whether what was made is over before it is kept: its owner has ended, or something it saw has changed for good.
    private func isOutdated(_ instance: Instance, of build: Build, keptBy core: Core) -> Bool {
        if core.isClosed || build.scope?.isClosed ?? false { return true }
        if build.epoch != overrideEpoch { return instance.replacements.contains { !$0.isActive } || isLost(instance) }
        // Nothing was registered or replaced since; but a scope may have ended that the run has met.
        return instance.dependencies.elements.contains { element in
            if case .instance(let dependency) = element { return dependency.isLost }
            return false
        }
    }

    /// Who disposes what a build made: its scope, or its container or override, whichever ends first.
    private func keeper(of build: Build, touched core: Core) -> any DisposalKeeper {
        guard let scope = build.scope, build.touched.map({ scope.core.descends(from: $0) }) ?? true else { return core }
        return scope
    }

    /// Ends a build whose factory failed.
    mutating func fail(_ build: Build, with error: any Error) -> SettlementRest {
        recordings -= 1
        build.cell?.remove(build)
        defer { build.finish(.failed(error)) }
        let rest = SettlementRest(waiters: build.waiters)
        rest.graph = build.takeGraph()
        return rest
    }

    /// Ends the noting of a run whose instance nobody shares.
    mutating func endObservation(_ build: Build, of slot: Slot, succeeded: Bool) {
        recordings -= 1
        build.finish(.again)
        guard succeeded, slot.current === build.registration else { return }
        slot.wasObserved = true
        slot.observe(build.dependencies)
    }

    /// Whether an instance can never be valid again, because something it was made from was registered anew.
    private func isLost(_ instance: Instance) -> Bool {
        func isGone(_ registration: Registration, for instance: Instance) -> Bool {
            let slot = find(registration.key, home: instance.home, view: instance.owner ?? instance.home)
            guard let slot else { return true }
            return slot.current !== registration && slot.base !== registration
                && !slot.replacements.contains { $0.registration === registration }
        }
        if isGone(instance.registration, for: instance) { return true }
        for element in instance.dependencies.elements {
            if case .registration(let registration) = element, isGone(registration, for: instance) { return true }
            // A dependency of a container further up is what it is there, whatever is registered here.
            if case .instance(let dependency) = element, dependency.isLost || isGone(dependency.registration, for: dependency) {
                return true
            }
        }
        return false
    }
}

/// What is left to be done outside the lock when a build was settled.
final class SettlementRest {
    var waiters: [Waiter]
    /// Instances to let go of.
    var dropped = Handful<Instance>()
    var disposables: [Disposables.Entry] = []
    /// The `.graph` instances of the run, likewise.
    var graph: GraphInstances?

    init(waiters: [Waiter] = []) {
        self.waiters = waiters
    }

    /// The rest, made where there is none.
    static func of(_ rest: inout SettlementRest?) -> SettlementRest {
        if let rest { return rest }
        let made = SettlementRest()
        rest = made
        return made
    }
}
