import Synchronization

/// What `Lazy`, `Provider` and `Factory` resolve from later.
struct Handle<Service>: Sendable {
    private let made: Resolver

    init(_ resolver: Resolver) {
        made = resolver
    }

    /// The resolver to use now: an instance that was made while an override was in effect, but turned out to be
    /// everyone's, resolves from its own container.
    var resolver: Resolver {
        guard made.container.core.isOverride, let build = made.build?.nearestShared else { return made }
        let home = made.container.core.family.decide { _ in
            build.isFinished && build.touched == nil ? build.homeCore?.takeUnretainedValue().inner() : nil
        }
        return home.map { Resolver(container: $0, build: made.build) } ?? made
    }

    /// Whether an instance that was resolved before may still be used.
    func isValid(_ instance: Instance) -> Bool {
        let family = made.container.core.family
        if let met = instance.met, let scope = met.scope {
            // What belongs to a scope is right in that scope only.
            let view = resolver.container.effective
            return family.decide { ledger in
                let origin = Origin(thread: nil, explicit: made.build, in: view.core)
                return (try? ledger.scope(met.kind, for: view.core, origin)) === scope && ledger.isValid(instance, in: view.core)
            }
        }
        if instance.validEpoch.load(ordering: .acquiring) == family.gate.load(ordering: .acquiring) { return true }
        let core = resolver.container.effective.core
        return family.decide { !core.isClosed && $0.isValid(instance, in: core) }
    }

    /// The service together with what it was made from, noted in the instance that keeps this handle.
    ///
    /// - Returns: The two, and whether the service may be kept by whoever keeps the handle: not where it lives shorter.
    func tracked() throws(ResolutionError) -> (instance: Instance, service: Service, mayKeep: Bool) {
        let resolver = resolver
        let tracked = try resolver.container.tracked(Key(Service.self), as: Service.self, from: resolver.build)
        guard let holder = resolver.build?.nearestHolder else { return (tracked.instance, tracked.service, true) }
        let isCaptive = tracked.instance.met?.kind.isCaptive(of: holder.registration.lifetime) ?? false
        if !isCaptive, let build = resolver.build?.nearestShared {
            _ = resolver.container.core.family.decide { $0.noteLate(tracked.instance, on: build) }
        }
        return (tracked.instance, tracked.service, !isCaptive)
    }
}

extension Resolver {
    /// Notes that a factory takes a `Lazy`, `Provider` or `Factory` of a service.
    func announce(_ key: Key) throws(ResolutionError) {
        let view = container.effective
        let origin = Origin(thread: ThreadState.current, explicit: build, in: view.core)
        let (slot, woken) = view.core.family.decide { ledger in
            build?.nearestShared?.isShown = true
            origin.build?.nearestShared?.isShown = true
            let slot = ledger.find(key, home: view.core, view: view.core)
            guard let slot, let registration = slot.current else { return (slot, [Waiter]()) }
            return (slot, ledger.note(slot, registration, on: origin.build))
        }
        for waiter in woken { waiter.wake() }
        if slot == nil { throw container.told(container.missing(key, origin.path)) }
    }

    /// Keeps an instance for disposal on behalf of the running factory.
    func keep(_ disposable: any Disposable) {
        container.keep(disposable, for: build)
    }
}

extension Ledger {
    /// Notes what a `Lazy` resolved after its owner was made, unless the owner outlives the replacement that it saw.
    ///
    /// - Returns: Whether the instance is right for as long as its owner is; if not, it is not to be kept there.
    mutating func noteLate(_ instance: Instance, on build: Build) -> Bool {
        // While the owner is being made, all that it resolves is noted anyway.
        guard build.isFinished, let owner = build.made else { return true }
        hold(owner)
        if let met = instance.met, met.kind.isCaptive(of: build.registration.lifetime) { return false }
        guard instance.owner === owner.owner || instance.owner == nil else { return false }
        let isContained = instance.replacements.allSatisfy { replacement in owner.replacements.contains { $0 === replacement } }
        if isContained { owner.note(.instance(instance)) }
        return isContained
    }
}
