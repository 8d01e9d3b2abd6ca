import Synchronization

/// What `Lazy`, `Provider` and `Factory` resolve from later.
struct Handle<Service>: Sendable {
    private let made: Resolver

    init(_ resolver: Resolver) {
        made = resolver
    }

    /// The resolver to use now.
    var resolver: Resolver { Resolver(container: made.lasting, build: made.build) }

    /// Whether a resolve would still find an instance that was resolved before.
    func isValid(_ instance: Instance) -> Bool {
        let family = made.container.core.family
        if let met = instance.met, let scope = met.scope {
            // What belongs to a scope is right in that scope only.
            let view = resolver.container.effective
            return family.decide { ledger in
                let origin = Origin(thread: nil, explicit: made.build, in: view.core)
                return (try? ledger.scope(met.kind, for: view.core, origin)) === scope && ledger.isFound(instance, from: view.core)
            }
        }
        let epoch = family.epoch.load(ordering: .acquiring)
        // What another container made may be valid there, and not be what is found from here.
        let isOwn = instance.home === made.container.core
        if isOwn, instance.validEpoch.load(ordering: .acquiring) == epoch, made.container.mayReadHere(made.build) { return true }
        let core = resolver.container.effective.core
        return family.decide { !core.isClosed && $0.isFound(instance, from: core) }
    }

    /// Who may keep what a handle resolved.
    enum Keeper {
        /// The owner of the handle.
        case handle
        /// The override that it belongs to, if it belongs to one: it lives shorter than the handle.
        case override
        /// Nobody: it lives in a shorter scope.
        case nobody
    }

    /// Whether the override that an instance belongs to lasts as long as this handle: it is the one that the handle resolves from.
    ///
    /// Under the lock.
    private func keepsOwner(of instance: Instance) -> Bool {
        guard let owner = instance.owner else { return true }
        return made.container.core.descends(from: owner)
    }

    /// The service with what it was made from, noted in the instance that keeps this handle, and who may keep the service.
    func tracked() throws(ResolutionError) -> (instance: Instance, service: Service, keeper: Keeper) {
        let resolver = resolver
        let tracked = try resolver.container.tracked(Key(Service.self), as: Service.self, from: resolver.build)
        guard let holder = resolver.build?.nearestHolder else {
            let mayKeep = made.container.core.family.decide { _ in keepsOwner(of: tracked.instance) }
            return (tracked.instance, tracked.service, mayKeep ? .handle : .override)
        }
        let isCaptive = tracked.instance.met?.kind.isCaptive(of: holder.registration.lifetime) ?? false
        let place = resolver.container.core.overridden
        if isCaptive { return (tracked.instance, tracked.service, .nobody) }
        let mayKeep = resolver.container.core.family.decide { ledger in
            guard let build = resolver.build?.nearestShared else { return keepsOwner(of: tracked.instance) }
            return ledger.noteLate(tracked.instance, from: place, on: build)
        }
        return (tracked.instance, tracked.service, mayKeep ? .handle : .override)
    }
}

extension Resolver {
    /// Notes that a factory takes a `Lazy`, `Provider` or `Factory` of a service.
    func announce(_ key: Key, as kind: Dependency.Kind) throws(ResolutionError) {
        let view = container.effective
        let origin = Origin(thread: ThreadState.current, explicit: build, in: view.core)
        let (slot, isClosed, woken) = view.core.family.decide { ledger in
            build?.nearestShared?.isShown = true
            origin.build?.nearestShared?.isShown = true
            let slot = ledger.find(key, home: view.core, view: view.core)
            if ledger.isClosed(view.core, slot) { return (slot, true, [Waiter]()) }
            guard let slot, let registration = slot.current else { return (slot, false, []) }
            return (slot, false, ledger.note(slot, registration, as: kind, from: view.core, on: origin.build))
        }
        woken.wake()
        if isClosed { throw container.told(container.closed(key, origin.path)) }
        if slot == nil { throw container.told(container.missing(key, origin.path)) }
    }
}
