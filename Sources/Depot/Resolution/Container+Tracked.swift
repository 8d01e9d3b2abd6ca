extension Container {
    /// Resolves a service together with what it was made from, so that it can be checked later to be still right.
    func tracked<Service>(
        _ key: Key, as type: Service.Type, from build: Build?
    ) throws(ResolutionError) -> (instance: Instance, service: Service) {
        guard core.isObserved else { return try foundTracked(key, as: type, from: build) }
        let pair = try observed(key, from: build) { () throws(ResolutionError) in try foundTracked(key, as: type, from: build) }
        // What is not registered throws.
        return pair.unsafelyUnwrapped
    }

    private func foundTracked<Service>(
        _ key: Key, as type: Service.Type, from build: Build?
    ) throws(ResolutionError) -> (instance: Instance, service: Service) {
        let view = effective
        // An override that is in effect for the caller and not for the handle: it keeps what is made for the handle meanwhile.
        let override = view.core === core ? nil : view.core.overriding.map { $0.original ?? $0 }
        var attempts = 0
        while true {
            let origin = Origin(thread: ThreadState.current, explicit: build, in: core)
            let found = view.core.family.decide { ledger in
                var found = ledger.lookUp(key, in: view, origin: origin, isTracked: true)
                // What the container or the override keeps is not to keep them.
                if found.registration != nil, override != nil || build?.nearestShared != nil { found.container = view.core.inner() }
                return found
            }
            for waiter in found.woken { waiter.wake() }
            if let refusal = found.refusal { throw refused(refusal, found.registration, key, origin.path) }
            guard let slot = found.slot, let registration = found.registration else {
                throw missing(key, origin.path)
            }
            let request = Request(
                registration: registration, slot: slot, view: view, origin: origin, scope: found.scope, arguments: noArguments)
            if found.isShared {
                if let held = try shared(request, found) { return (held.instance, held.service(as: type)) }
                attempts += 1
                if attempts == Self.attemptLimit { throw restless(registration, origin.path) }
            } else {
                defer { forget(found.build) }
                let service = try unique(request, found, as: type)
                // An override ends before what its tasks resolved; what it stands on does not.
                let instance = Instance(registration: registration, home: .passUnretained(view.core.overridden))
                view.core.family.decide { ledger in
                    instance.birth = ledger.nextBirth()
                    instance.dependencies = found.build?.noted ?? DependencyList()
                    // What was resolved may itself be what stands in for something.
                    let own = slot.replacements.last { $0.registration === registration }
                    instance.replacements = found.build?.replacements ?? Handful()
                    if let own { instance.replacements = instance.replacements.adding(own) }
                    instance.met = found.build?.met ?? registration.lifetime.scopeKind.map { ($0, nil) }
                    instance.owner = found.build?.touched ?? (slot.core.isOverride ? slot.core : registration.isConstant ? nil : override)
                }
                return (instance, service)
            }
        }
    }
}
