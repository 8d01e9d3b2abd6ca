/// What a service was made from in a container that may end before it, such as a child of its own container: it follows that for as long as it lasts.
extension Ledger {
    /// Has a container know that something was made from what it has that may outlive it.
    func follow(_ elements: [DependencyList.Element], by home: Core) {
        for element in elements {
            if let place = element.place, !home.descends(from: place) { place.writable.isFollowed = true }
        }
    }

    /// Takes a container that ends out of what was made from it elsewhere: that is followed no longer, and stays as it is.
    ///
    /// Linear in the instances of the family, where there is anything of the kind.
    mutating func endFollowing(_ core: Core) {
        guard core.readable?.isFollowed == true else { return }
        var seen: Set<ObjectIdentifier> = []
        for other in Array(core.ancestors).last?.tree ?? [] {
            other.forEachCell { cell in cell.instances.forEach { forgetGone(from: $0, &seen) } }
            // Readers without a lock may be looking at them.
            other.slots.forEach { slot in slot.shownInstances.forEach { forgetGone(from: $0, &seen) } }
        }
        var cells: [Cell] = []
        forEachScope { cells += $0.allCells }
        for cell in cells { cell.instances.forEach { forgetGone(from: $0, &seen) } }
    }

    /// Has an instance and what it was made from forget what has gone: what is kept nowhere else any more is found only there.
    private mutating func forgetGone(from instance: Instance, _ seen: inout Set<ObjectIdentifier>) {
        var open = [instance]
        while let next = open.popLast() {
            forgetGone(next)
            for element in next.elements {
                guard case .instance(let part) = element.resolved, part.cell == nil else { continue }
                if seen.insert(ObjectIdentifier(part)).inserted { open.append(part) }
            }
        }
    }

    private mutating func forgetGone(_ instance: Instance) {
        let home = instance.home.overridden
        guard hasGone(instance.elements, for: home) else { return }
        let (left, own, isOutdated) = whatIsLeft(of: instance.dependencies, for: home)
        // What has gone may lead back to the instance, as only what is resolved later does else.
        let first = instance.hasLateDependencies ? 0 : own
        (instance.dependencies, instance.firstDependencies) = (left, first)
        if isOutdated { instance.isLost = true }
    }
}
