extension Container {
    /// Resolves a service together with what it was made from, so that it can be checked later to be still right.
    ///
    /// `owner` is what the one who keeps it resolves from, where that is not this container; `keeper` is the run of the shared service that keeps
    /// it, and does so for good where that is said.
    func tracked<Service>(
        _ key: Key, as type: Service.Type, from build: Build?, of owner: Core? = nil, for keeper: Build?, isForGood: Bool = false,
        graph: GraphInstances? = nil
    ) throws(ResolutionError) -> (instance: Instance, service: Service) {
        let owner = owner ?? core
        guard core.isObserved else { return try foundTracked(key, as: type, from: build, of: owner, for: keeper, isForGood, graph) }
        let pair = try observed(key, from: build) { () throws(ResolutionError) in
            try foundTracked(key, as: type, from: build, of: owner, for: keeper, isForGood, graph)
        }
        // What is not registered throws.
        return pair.unsafelyUnwrapped
    }

    /// Resolves everything that is registered for a type, or all of that with a name, for a property of a shared service; says whether the service
    /// may keep it.
    func keptAll<Service>(
        _ type: Service.Type, isNamed: Bool = false, for keeper: Build
    ) throws(ResolutionError) -> (services: [(name: Name?, service: Service)], isKept: Bool) {
        let (keys, graph) = collect(type, isNamed: isNamed, from: nil)
        let found = try keys.map { key throws(ResolutionError) in
            (name: key.name, found: try tracked(key, as: type, from: nil, for: keeper, isForGood: true, graph: graph))
        }
        let view = effective.core
        let isKept = view.decide { ledger in
            // What an override has made is not kept beyond it; nobody asks in another family whether the rest is right.
            if view.overriding != nil { return false }
            if keeper.container.core.family !== view.family { return true }
            let collection = DependencyList.Resolved.collection(type, isNamed: isNamed, version: keys.count)
            guard ledger.mayKeep(of: view, in: keeper), ledger.noteLate(collection, from: view, on: keeper)
            else { return false }
            return found.allSatisfy { ledger.keepLate($0.found.instance, from: view, on: keeper, isForGood: true) }
        }
        return (found.map { ($0.name, $0.found.service) }, isKept)
    }

    private func foundTracked<Service>(
        _ key: Key, as type: Service.Type, from build: Build?, of owner: Core, for keeper: Build?, _ isForGood: Bool,
        _ graph: GraphInstances?
    ) throws(ResolutionError) -> (instance: Instance, service: Service) {
        let view = effective
        // An override that is in effect for the caller and not for the handle: it keeps what is made for the handle meanwhile.
        let override = view.core === owner ? nil : view.core.innermostOverride
        // What the container or the override keeps is not to keep them.
        let keepsContainer = override == nil && build?.nearestShared == nil
        var attempts = 0
        while true {
            let request = try request(
                key, from: build, on: ThreadState.current, isTracked: true, keepsContainer: keepsContainer, graph: graph)
            if request.isMissing { throw missing(key, request.origin.path) }
            if request.isShared {
                if let held = try shared(request) { return (held.instance, held.service(as: type)) }
                try countAttempt(&attempts, request)
            } else {
                let (slot, registration, build) = (request.slot, request.registration, request.build)
                defer { forget(build) }
                build?.lazyOwner = keeper
                let service = try unique(request, as: type)
                // An override ends before what its tasks resolved; what it stands on does not.
                let instance = Instance(registration: registration, home: .passUnretained(view.core.overridden))
                view.core.family.decide { ledger in
                    ledger.note(build, in: instance)
                    if !isForGood {
                        // The caller keeps it, and it may have been made from the caller.
                        let decisive = instance.dependencies.withoutInstances(after: 0, for: instance.home)
                        (instance.dependencies, instance.isLost) = (decisive.list, decisive.isLost)
                    }
                    // What was resolved may itself be what stands in for something.
                    if slot.isReplaced(by: registration) { instance.replacements.append(slot.active(registration)) }
                    instance.met = instance.met ?? registration.lifetime.scopeKind.map { ($0, nil) }
                    instance.owner = instance.owner ?? (slot.core.isOverride ? slot.core : registration.isConstant ? nil : override)
                }
                return (instance, service)
            }
        }
    }
}
