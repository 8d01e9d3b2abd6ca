import Synchronization

/// What `Lazy`, `Provider` and `Factory` resolve from later.
struct Handle: Sendable {
    private let made: Resolver

    init(_ resolver: Resolver) {
        made = resolver
    }

    /// The resolver to use now.
    var resolver: Resolver { Resolver(container: made.lasting, build: made.build) }

    /// The origin of what is asked by the handle.
    var origin: Origin { Origin(thread: nil, explicit: made.build) }

    /// Whether a resolve would still find an instance that was resolved before.
    func isValid(_ instance: Instance) -> Bool {
        let family = made.container.core.family
        if instance.metScope != nil {
            let (view, origin) = (resolver.container.effective.core, origin)
            return family.decide { $0.isFound(instance, from: view, by: origin) }
        }
        let epoch = family.epoch.load(ordering: .acquiring)
        // What another container made may be valid there, and not be what is found from here.
        let now = resolver.container
        let isOwn = now === made.container && instance.home === now.core && !now.core.isShut.load(ordering: .acquiring)
        if isOwn, instance.validEpoch.load(ordering: .acquiring) == epoch, now.mayReadHere(made.build) { return true }
        let core = now.effective.core
        return family.decide { !core.isClosed && $0.isFound(instance, from: core) }
    }

    /// The service with what it was made from, noted in the instance that keeps this handle, and who may keep the service.
    func tracked<Service>(as type: Service.Type) throws(ResolutionError) -> (instance: Instance, service: Service, keeper: Keeper) {
        let resolver = resolver
        let run = resolver.build?.keeper
        let (instance, service) = try Context.withValues(of: run) { () throws(ResolutionError) in
            try resolver.container.tracked(Key(type), as: type, from: resolver.build, of: made.own.core, for: run)
        }
        let holder = resolver.build?.nearestHolder ?? run
        let place = resolver.container.core.overridden
        let keeper = made.container.core.family.decide { ledger in
            if let holder, let met = instance.met, met.kind.isCaptive(of: holder.registration.lifetime) { return Keeper.nobody }
            if holder != nil, let build = resolver.build?.nearestShared {
                return Keeper(of: instance, isKept: ledger.noteLate(instance, from: place, on: build))
            }
            // The override that the instance belongs to lasts as long as this handle where the handle resolves from it.
            return Keeper(of: instance, isKept: instance.owner.map { made.container.core.descends(from: $0) } ?? true)
        }
        return (instance, service, keeper)
    }
}

extension Resolver {
    /// Notes that a factory takes a `Lazy`, `Provider` or `Factory` of a service; fails where that is not registered.
    func announce(_ key: Key, as kind: Dependency.Kind) throws(ResolutionError) {
        let (isKnown, isClosed) = noteHandle(of: key, as: kind)
        if isKnown, !isClosed { return }
        let path = Origin(thread: ThreadState.current, explicit: build).path
        throw container.told(isClosed ? container.closed(key, path) : container.missing(key, path))
    }

    /// Notes that what is being made will ask for a service, registered or not.
    ///
    /// - Returns: Whether it is registered, and whether its container is closed.
    @discardableResult
    func noteHandle(of key: Key, as kind: Dependency.Kind) -> (isKnown: Bool, isClosed: Bool) {
        let view = lasting.effective
        let origin = Origin(thread: ThreadState.current, explicit: build)
        return view.core.family.decide { ledger in
            build?.nearestShared?.isShown = true
            origin.build?.nearestShared?.isShown = true
            let slot = ledger.find(key, home: view.core, view: view.core)
            if ledger.isClosed(view.core, slot) { return (slot != nil, true) }
            guard let slot, let registration = slot.current else { return (slot != nil, false) }
            ledger.note(slot, registration, as: kind, from: view.core, on: origin.noting)
            return (true, false)
        }
    }
}
