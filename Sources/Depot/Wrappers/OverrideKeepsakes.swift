/// What a `Lazy` or an `@Inject` property has resolved inside overrides: each override keeps it, for as long as it is in effect.
///
/// So it is the same at every read inside, and nothing of an override is left in an object that outlives it. An `@Inject` property, which has no
/// asker, stays what it was first, whatever scope that is of.
final class OverrideKeepsakes: Sendable {
    /// The overrides that keep something for this.
    private let overrides = Locked<[WeakCore]>([])

    private struct WeakCore: Sendable {
        weak let core: Core?
    }

    deinit {
        for override in overrides.withLock({ $0 }) {
            guard let core = override.core else { continue }
            let dropped = core.decide { _ in core.readable?.keepsakes.removeValue(forKey: ObjectIdentifier(self)) }
            withExtendedLifetime(dropped) {}  // The last release may run a user's deinit, so it happens outside the lock.
        }
    }

    /// What an override in effect has kept, noted in the run that asks; nil where nothing is kept that is still right for the asker of a handle.
    func service<Service>(from container: Container, by asker: @autoclosure () -> Origin? = nil) -> Service? {
        let view = container.effective.core
        guard view.overriding != nil else { return nil }
        let origin = Origin(thread: ThreadState.current, explicit: nil)
        let asker = asker()
        let found = view.decide { ledger -> Keepsake? in
            for layer in view.layers {
                guard let kept = layer.opened.readable?.keepsakes[ObjectIdentifier(self)] else { continue }
                guard ledger.isFound(kept.instance, from: view, by: asker) else { return nil }
                ledger.note(kept.instance, from: view, on: origin.noting(inside: origin.build, isScoped: kept.instance.met != nil))
                return kept
            }
            return nil
        }
        return (found as? TypedKeepsake<Service>)?.service
    }

    /// Has the override that an instance belongs to keep a service, unless it is over or keeps one that is still right; gives the one to use.
    func keep<Service>(
        _ service: Service, with instance: Instance, in owner: Core, from container: Container, by asker: @autoclosure () -> Origin? = nil
    ) -> Service {
        let keepsake = TypedKeepsake(service, instance)
        overrides.withLock { overrides in
            overrides.removeAll { $0.core == nil }
            if !overrides.contains(where: { $0.core === owner }) { overrides.append(WeakCore(core: owner)) }
        }
        let view = container.effective.core
        let asker = asker()
        let (known, dropped) = owner.decide { ledger -> (Keepsake?, Keepsake?) in
            if owner.isClosed { return (nil, nil) }
            let id = ObjectIdentifier(self)
            // Another thread may have been faster, or the factory itself.
            let known = owner.writable.keepsakes[id]
            if let known, ledger.isFound(known.instance, from: view, by: asker) { return (known, nil) }
            owner.writable.keepsakes[id] = keepsake
            return (nil, known)
        }
        withExtendedLifetime(dropped) {}  // As above.
        return (known as? TypedKeepsake<Service>)?.service ?? service
    }
}

extension OverrideKeepsakes? {
    /// Made when they are first needed.
    var orNew: OverrideKeepsakes {
        mutating get {
            let known = self ?? OverrideKeepsakes()
            self = known
            return known
        }
    }
}

/// Who may keep what a `Lazy` or an `@Inject` property has resolved.
enum Keeper {
    /// The `Lazy` or the property itself.
    case wrapper
    /// The override that the instance belongs to: it lives shorter than the wrapper.
    case override(Core, Instance)
    /// Nobody: the instance lives in a shorter scope, or in an override that is not known.
    case nobody

    /// Under the lock: which it is of an instance that the wrapper may or may not keep.
    init(of instance: Instance, isKept: Bool) {
        self = isKept ? .wrapper : instance.keepingOverride.map { .override($0, instance) } ?? .nobody
    }
}

final class TypedKeepsake<Service>: Keepsake {  // As that.
    let service: Service

    init(_ service: Service, _ instance: Instance) {
        self.service = service
        super.init(instance)
    }
}
