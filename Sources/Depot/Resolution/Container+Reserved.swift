import Synchronization

/// What is resolved in a scope that is reserved, from outside of every run that notes it or by a function that is being run in it unseen: found, claimed,
/// noted and kept under the lock of the scope's shard alone. Whatever is not covered here the general path decides, under the family's lock.
extension Container {
    /// Claims a service in the running task's scope, which has to be that of the run that asks, if any.
    ///
    /// - Returns: The instance; nil where the run is under way from now on, or else the scope is not reserved, or more is to be decided.
    func claimReserved(
        _ slot: Unmanaged<Slot>, as run: Unmanaged<UnseenRun>, inside outer: Unmanaged<UnseenRun>?, bound: Bound.Unretained
    ) -> Instance? {
        let epoch = core.epoch
        guard let registration = claimable(slot), let kind = registration._withUnsafeGuaranteedRef({ $0.lifetime.scopeKind }),
            let scope = core.unretainedFamily._withUnsafeGuaranteedRef({ bound.scope(of: $0, kind) }),
            outer.map({ reservedScope(of: $0)?.toOpaque() == scope.toOpaque() }) ?? true
        else { return nil }
        return decide(in: scope) { scope in
            slot._withUnsafeGuaranteedRef { slot in
                run._withUnsafeGuaranteedRef {
                    scope.claim(slot, registration, as: $0, inside: outer?.takeUnretainedValue(), bound: bound, epoch: epoch)
                }
            }
        }
    }

    /// Whether a type is registered in such a way that it may be claimed at once.
    func isClaimable(_ type: any Any.Type) -> Bool {
        guard let slot = readableSlot(UInt(bitPattern: ObjectIdentifier(type)), 0) else { return false }
        return slot._withUnsafeGuaranteedRef { $0.isClaimable.load(ordering: .relaxed) }
    }

    /// What is registered as scoped to a kind, where it may be claimed in a reserved scope.
    func claimable(_ key: Key, in kind: ScopeKind) -> Provision.Target? {
        guard key.isTypeAlone, let slot = readableSlot(UInt(bitPattern: key.typeID), 0), let registration = claimable(slot),
            registration._withUnsafeGuaranteedRef({ $0.lifetime.scopeKind }) == kind
        else { return nil }
        return (registration.takeUnretainedValue(), slot._withUnsafeGuaranteedRef { $0.unretainedCore })
    }

    /// Gives a new scope, which nobody else knows yet, what is provided.
    ///
    /// - Returns: Whether all of it is given; where something was not provided before, is no instance, or is not one of what is registered now,
    ///   the family's lock has to be taken.
    func gives(_ provisions: Handful<Provision>, to scope: Scope) -> Bool {
        let epoch = core.epoch
        return provisions.allSatisfy { provision in
            guard let instance = provision.instance, provision.key.isTypeAlone,
                let slot = readableSlot(UInt(bitPattern: provision.key.typeID), 0)
            else { return false }
            return slot._withUnsafeGuaranteedRef { slot in
                let number = slot.registrations.load(ordering: .acquiring)
                // A slot that was never provided is not looked at for what a scope was given.
                guard slot.wasGiven,
                    claimable(.passUnretained(slot))?.toOpaque() == Unmanaged.passUnretained(instance.registration).toOpaque()
                else { return false }
                scope.take(instance, of: slot, for: number, epoch: epoch)
                return true
            }
        }
    }

    /// Keeps what a run has made in a reserved scope.
    ///
    /// - Returns: Whether it is kept; nil where the family decides.
    func settleReserved(_ run: Unmanaged<UnseenRun>, with instance: Instance, disposable: Disposables.Entry?) -> Bool {
        guard let scope = reservedScope(of: run) else { return false }
        return decide(in: scope) { scope in
            run._withUnsafeGuaranteedRef { scope.settle($0, with: instance, disposable: disposable) }
        } ?? false
    }

    /// Notes that an unseen run in a reserved scope calls the factory of a transient.
    func noteReserved(_ registration: Unmanaged<Registration>, in run: Unmanaged<UnseenRun>) -> Bool {
        guard let scope = reservedScope(of: run) else { return false }
        return decide(in: scope) { _ in
            run._withUnsafeGuaranteedRef { $0.note(.registration(registration.takeUnretainedValue()), isIndirect: Frame.isPassedOn) }
            return true
        } ?? false
    }
}

extension Container {
    /// The scope of a run that began where that was reserved, if nothing has changed in the family since.
    private func reservedScope(of run: Unmanaged<UnseenRun>) -> Unmanaged<Scope>? {
        let epoch = core.epoch
        return run._withUnsafeGuaranteedRef { $0.reservedEpoch == epoch ? $0.scope : nil }
    }

    /// Decides something in a scope; nil where that is not reserved.
    private func decide<Result>(in scope: Unmanaged<Scope>, _ body: (Scope) -> Result?) -> Result? {
        scope._withUnsafeGuaranteedRef({ $0.shard })?._withUnsafeGuaranteedRef { $0.decide(in: scope, body) }
    }

    /// The registration of a scoped service that may be claimed in a reserved scope; its slot keeps it for as long as the container.
    private func claimable(_ slot: Unmanaged<Slot>) -> Unmanaged<Registration>? {
        let word = slot._withUnsafeGuaranteedRef { $0.scoped }
        guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
        let registration = Unmanaged<Registration>.fromOpaque(pointer)
        // What it takes it gets from the container that it was registered in.
        guard
            registration._withUnsafeGuaranteedRef({ $0.takesNothing })
                || slot._withUnsafeGuaranteedRef({ $0.unretainedCore }).toOpaque() == core.address
        else { return nil }
        return registration
    }

    /// A settled singleton, noted in a run of a reserved scope.
    func noted(_ slot: Unmanaged<Slot>, in run: Unmanaged<UnseenRun>) -> Instance? {
        guard let scope = reservedScope(of: run) else { return nil }
        let word = slot._withUnsafeGuaranteedRef { $0.settled }
        guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
        // What a slot has shown it keeps for as long as the container, which the caller has.
        let instance = Unmanaged<Instance>.fromOpaque(pointer)
        guard
            instance._withUnsafeGuaranteedRef({ $0.validEpoch.load(ordering: .acquiring) })
                == run._withUnsafeGuaranteedRef({ $0.reservedEpoch })
        else { return nil }
        return decide(in: scope) { _ in
            let instance = instance.takeUnretainedValue()
            run._withUnsafeGuaranteedRef { $0.note(.instance(instance), isIndirect: Frame.isPassedOn) }
            return instance
        }
    }
}
