extension Ledger {
    /// Notes what a `Lazy` resolved after its owner was made, unless the owner outlives the replacement that it saw.
    ///
    /// One that is kept for good, as by a property, is noted with what is to come of it.
    ///
    /// - Returns: Whether the instance is right for as long as its owner is; if not, it is not to be kept there.
    mutating func noteLate(_ instance: Instance, from place: Core, on build: Build, isForGood: Bool = false) -> Bool {
        // While the owner is being made, all that it resolves is noted anyway: but not what a wider override made than the owner is part of.
        guard build.isFinished else {
            guard let made = instance.owner else { return true }
            return build.touched.map { $0 === made || $0.descends(from: made) } ?? false
        }
        // Nothing outlives its scope in an owner that only others have any more either.
        if let met = instance.met {
            if met.kind.isCaptive(of: build.registration.lifetime) { return false }
            if let scope = met.scope, !lasts(scope, for: build) { return false }
        }
        // Where the container has dropped the owner, nobody asks whether it is still right, and nobody would take out again what it
        // notes; readers without a lock, or what was made from it, may keep it for a while.
        let owner = build.made
        if let owner { hold(owner) }
        guard let owner, !owner.isLost, owner.cell != nil else { return instance.owner == nil && instance.replacements.isEmpty }
        guard instance.owner === owner.owner || instance.owner == nil else { return false }
        let isContained = instance.replacements.allSatisfy { replacement in owner.replacements.contains { $0 === replacement } }
        if isContained {
            let element = DependencyList.Element(resolved: .instance(instance), place: place === owner.home.overridden ? nil : place)
            var list = DependencyList([element])
            // Of what is made again and again one instance after the other would be noted, and kept.
            if !isForGood, !instance.registration.lifetime.isPublishable { list = list.withoutInstances(after: 0, for: owner.home).list }
            note(list, laterIn: owner)
        }
        return isContained
    }

    /// Notes what a property of a service resolved in the context of a container, unless the service lives longer.
    ///
    /// - Returns: Whether the service may keep it.
    mutating func keepLate(_ instance: Instance, from view: Core, on build: Build, isForGood: Bool) -> Bool {
        guard mayKeep(of: instance.home, in: build) else { return false }
        // What the factory of a graph's service has ended for itself goes with the resolve.
        if hasClosedContainers, instance.cell == nil {
            instance.dependencies = withoutGone(instance.dependencies, for: instance.home.overridden)
        }
        // What was replaced since it was resolved would make the owner wrong, and nobody would ask that again before the next change.
        if build.isFinished, !isValid(instance, in: view) { return false }
        if mayKeep(of: view, in: build) { return noteLate(instance, from: view.overridden, on: build, isForGood: isForGood) }
        // What a child finds in the service's own container does not depend on the child.
        let home = build.container.core.overridden
        let element = DependencyList.Element(resolved: .instance(instance), place: home)
        return isInEffect(element, for: home, in: view) && noteLate(instance, from: home, on: build, isForGood: isForGood)
    }

    /// Notes what a property found for a list, in a container whose services its owner may keep; says whether that is so still.
    mutating func noteLate(_ collection: DependencyList.Resolved, from view: Core, on build: Build) -> Bool {
        guard build.isFinished else { return true }
        let place = view.overridden
        guard isInEffect(.init(resolved: collection, place: place), for: place, in: view) else { return false }
        guard let owner = build.made, !owner.isLost, owner.cell != nil else { return true }
        let list = DependencyList([.init(resolved: collection, place: place === owner.home.overridden ? nil : place)])
        note(list, laterIn: owner)
        return true
    }

    private mutating func note(_ list: DependencyList, laterIn owner: Instance) {
        follow(list.elements, by: owner.home)
        if owner.note(list) { advanceVerdictEpoch() }
    }

    /// Whether what is made in a scope may be kept by what a run makes: not where that scope ends before the run's.
    private mutating func lasts(_ scope: Scope, for build: Build) -> Bool {
        guard mayKeep(of: scope.core, in: build) else { return false }
        guard let own = build.scope, !own.isWithin(scope) else { return true }
        // Beside its own, or inside it.
        return !scope.isBound && scope.kind != own.kind
    }

    /// Whether a run's instance may keep what a container makes: not where it lives longer, in a container above that.
    mutating func mayKeep(of core: Core, in build: Build) -> Bool {
        let base = core.overridden
        if build.container.core.overridden.descends(from: base) { return true }
        guard let scope = build.scope else { return false }
        // Only an open scope is certain to have its container.
        join(scope)
        return !scope.isClosed && scope.core.overridden.descends(from: base)
    }
}
