/// What the graph knows of bare closures, which say nothing of what they need before they run.
extension Slot {
    /// What a bare closure was seen to resolve; nil where it was not watched.
    func observed(of registration: Registration) -> [Dependency]? {
        details?.observed.first { $0.registration === registration }?.dependencies
    }

    /// Whether it is a bare closure that was not watched yet, or whose resolver is used on other threads.
    func isToBeWatched(_ registration: Registration) -> Bool {
        registration.isOpaque && (registration.isAskedElsewhere || observed(of: registration) == nil)
    }

    /// Whether an instance stays for as long as what made it is in effect, and says so long what it was made from.
    func keepsForGood(_ instance: Instance) -> Bool {
        let registration = instance.registration
        return registration.lifetime.isPermanent && (instance.owner ?? core) === core
            && instance.replacements.allSatisfy { $0.registration === registration }
    }

    /// Notes what a bare closure was seen to resolve, where it is the one in effect.
    func observe(_ registration: Registration, resolving lists: DependencyList...) {
        guard registration.isOpaque, current === registration else { return }
        var all = observed(of: registration) ?? []
        var known = Set(all)
        for list in lists {
            for dependency in asked(by: registration, list) where known.insert(dependency).inserted { all.append(dependency) }
        }
        forgetObserved(of: registration)
        writable.observed.append((registration, all))
    }

    /// Drops it with its registration.
    func forgetObserved(of registration: Registration) { details?.observed.removeAll { $0.registration === registration } }

    /// What a closure asked for itself, as it is looked up again.
    func asked(by registration: Registration, _ list: DependencyList) -> [Dependency] {
        let isDecorated = registration.traits.contains(.decorated)
        return list.direct.compactMap { element in
            // What is decorated from further down is made from what is registered further up.
            guard isDecorated, let place = element.place, place.overridden !== core.overridden else { return element.dependency }
            return element.dependency?.lookedUp(from: ObjectIdentifier(place.overridden))
        }
    }
}
