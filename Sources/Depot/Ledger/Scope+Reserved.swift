import Synchronization

/// What is decided in a reserved scope, under the lock of its shard: the simplest of what `Ledger.claim` and `Ledger.settle` decide.
extension Scope {
    /// Claims an instance of a service that may be made unseen; the family's epoch is from before the registration was read.
    ///
    /// - Returns: The instance; nil where the run is under way from now on, or else more is to be decided.
    func claim(
        _ slot: Slot, _ registration: Unmanaged<Registration>, as run: UnseenRun, inside outer: UnseenRun?, bound: Bound.Unretained,
        epoch: UInt
    ) -> Instance? {
        if isClosed { return nil }
        let cell = cell(of: slot)
        if cell.isUnused {
            guard !cell.wasProvided, registration._withUnsafeGuaranteedRef({ $0.mayRunUnseen }) else { return nil }
            run.begin(
                registration, isKept: false, of: slot, at: cell, in: .passUnretained(self), inside: outer, bound: bound, epoch: 0,
                reservedEpoch: epoch)
            return nil
        }
        guard
            let instance = cell.instances.first(where: { Unmanaged.passUnretained($0.registration).toOpaque() == registration.toOpaque() }),
            instance.validEpoch.load(ordering: .relaxed) == epoch
        else { return nil }
        outer?.note(.instance(instance), isIndirect: false)
        return instance
    }

    /// Takes what it is given when it is opened, before anybody else knows it, for a slot's registration of a number; the family's epoch is from
    /// before that was read.
    func take(_ instance: Instance, of slot: Slot, for number: UInt32, epoch: UInt) {
        instance.birth = nextBirth()
        instance.live(in: self)
        let cell = cell(of: slot)
        cell.provide(instance, for: number)
        instance.validEpoch.store(epoch, ordering: .releasing)
    }

    /// Keeps what a run has made.
    ///
    /// - Returns: Whether it is kept; if not, more than that is to be decided.
    func settle(_ run: UnseenRun, with instance: Instance, disposable: Disposables.Entry?) -> Bool {
        guard !isClosed, let cell = run.takeCell() else { return false }
        // Nothing has changed since the run began, as the caller has seen.
        run.keep(instance, at: cell, birth: nextBirth(), validIn: run.reservedEpoch, disposable: disposable)
        return true
    }
}
