import Synchronization

/// What a scope could not be given, and why.
typealias Unprovided = (provision: Provision, obstacle: Ledger.Unprovidable)

extension Ledger {
    /// Why something cannot be provided to a scope.
    enum Unprovidable: Error {
        case notRegistered
        /// What is registered does not live in scopes of the kind.
        case registered(Registration)
    }

    /// Where something is registered that is provided to a scope of a kind; nil where the container is closed: that gives nothing, and a resolve
    /// says so.
    func target(of key: Key, in kind: ScopeKind, on core: Core) throws(Unprovidable) -> Slot? {
        if isClosed(core, nil) { return nil }
        guard var slot = registeredSlot(key, in: core) else { throw .notRegistered }
        if slot.isForwarding {
            // What a child decorates is its parent's, whose services are given it as well.
            let chain = lookupChain(home: core, view: core).lazy.compactMap { $0.slot(key)?.takeUnretainedValue() }
            slot = chain.first { $0.base != nil && !$0.isForwarding } ?? slot
        }
        guard let registration = slot.base else { throw .notRegistered }
        guard registration.lifetimeOfReplacements.scopeKind == kind else { throw .registered(registration) }
        return slot
    }

    /// Gives something to a scope.
    ///
    /// What was made from what stood there before is outdated from now on; in a new scope nobody can have resolved anything yet.
    ///
    /// - Returns: What stood there before, and what could not be provided.
    @inline(never)  // Called from three places.
    mutating func provide(_ provisions: Handful<Provision>, to scope: Scope, on core: Core, isNew: Bool) -> (
        Ending, refused: [Unprovided]
    ) {
        var ending = Ending()
        var refused: [Unprovided] = []
        var inner: [Scope] = []
        if !isNew, !provisions.isEmpty { scope.inner.forEach { if $0.kind == scope.kind { inner.append($0) } } }
        for provision in provisions where !scope.isClosed {
            do throws(Unprovidable) {
                guard let slot = try target(of: provision.key, in: scope.kind, on: core) else { continue }
                let start = ending.disposalCount
                provide(provision, at: slot, to: scope, on: core, isNew: isNew, into: &ending)
                // What was made further in of a service that the scope there was not given itself.
                for scope in inner { if let cell = scope.existingCell(of: slot), !cell.isProvided { cell.endInstances(into: &ending) } }
                ending.order(from: start)
            } catch {
                refused.append((provision, error))
            }
        }
        if !isNew, !scope.isClosed, !provisions.isEmpty { advanceEpoch(of: scope.core) }
        return (ending, refused)
    }

    private mutating func provide(
        _ provision: Provision, at slot: Slot, to scope: Scope, on core: Core, isNew: Bool, into ending: inout Ending
    ) {
        // What a copy has taken over from a replacement stands before what is given, as that did.
        guard let target = slot.base, !target.traits.contains(.replacement) else { return }
        let cell = scope.cell(of: slot)
        cell.provide(provision.registration(inPlaceOf: target), into: &ending)
        slot.noteProvided(for: target)
        slot.wasResolved = true
        // A held scope gives the same again when it is opened again.
        guard let instance = provision.instance?.copy(for: target, home: slot.unretainedCore) else { return }
        instance.birth = nextBirth()
        instance.live(in: scope)
        cell.insert(instance)
        // Nothing has changed for it yet.
        guard isNew, core.unretainedOverriding == nil, slot.replacement == nil else { return }
        instance.validEpoch.store(epoch, ordering: .releasing)
    }
}

extension Slot {
    /// Whether a child has nothing here but a decorator of what its parent has.
    fileprivate var isForwarding: Bool { !core.isOverride && core.readable?.keysWrappedAbove.contains(key) ?? false }
}

extension Scope {
    /// What this scope, or one of the same kind around it, was given for a service, and which of them.
    ///
    /// Under the family's lock.
    func provision(of slot: Slot) -> (scope: Scope, registration: Registration)? {
        guard slot.replacement == nil else { return nil }
        for scope in enclosing where scope.kind == kind && !scope.isClosed {
            if let registration = scope.existingCell(of: slot)?.provided { return (scope, registration) }
        }
        return nil
    }
}
