import Synchronization

/// What is decided in a reserved scope, under the lock of its shard: the simplest of what `Ledger.claim` and `Ledger.settle` decide.
extension Scope {
    /// Claims an instance of a service that may be made unseen.
    ///
    /// - Parameters:
    ///   - slot: What is asked for.
    ///   - registration: What is registered for it.
    ///   - run: The run of the thread that asks.
    ///   - outer: The run that asks for it.
    ///   - bound: What is bound to the task.
    ///   - epoch: The family's epoch before the registration was read.
    /// - Returns: What was claimed; nil where more than that is to be decided.
    func claim(
        _ slot: Slot, _ registration: Unmanaged<Registration>, as run: UnseenRun, inside outer: UnseenRun?, bound: Bound.Unretained,
        epoch: UInt
    ) -> UnseenClaim? {
        if isClosed { return nil }
        let cell = cell(of: slot)
        if cell.isUnused {
            guard !cell.wasProvided, registration._withUnsafeGuaranteedRef({ $0.mayRunUnseen }) else { return nil }
            run.begin(
                registration, keeping: nil, of: slot, at: cell, in: .passUnretained(self), inside: outer, bound: bound, epoch: 0,
                reservedEpoch: epoch)
            cell.unseen = run
            return .unseen
        }
        guard
            let instance = cell.instances.first(where: { Unmanaged.passUnretained($0.registration).toOpaque() == registration.toOpaque() }),
            instance.validEpoch.load(ordering: .relaxed) == epoch
        else { return nil }
        outer?.note(DependencyList.Element(resolved: .instance(instance), place: nil), isIndirect: false)
        return .ready(instance)
    }

    /// Takes what it is given when it is opened, before anybody else knows it.
    ///
    /// - Parameters:
    ///   - instance: What it is given.
    ///   - slot: For which service.
    ///   - number: How often that was registered.
    ///   - epoch: The family's epoch before that was read.
    func take(_ instance: Instance, of slot: Slot, for number: UInt32, epoch: UInt) {
        instance.birth = nextBirth()
        instance.live(in: self)
        let cell = cell(of: slot)
        cell.provide(instance, for: number)
        instance.validEpoch.store(epoch, ordering: .releasing)
    }

    /// Keeps what a run has made.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - instance: What it made.
    ///   - disposable: The disposal of that.
    /// - Returns: Whether it is kept; if not, more than that is to be decided.
    func settle(_ run: UnseenRun, with instance: Instance, disposable: Disposables.Entry?) -> Bool {
        guard !isClosed, let cell = run.takeCell() else { return false }
        // Nothing has changed since the run began, as the caller has seen.
        instance.validEpoch.store(run.reservedEpoch, ordering: .releasing)
        instance.dependencies = run.takeNotes()
        instance.firstDependencies = instance.dependencies.elements.count
        madeCount += 1
        instance.birth = nextBirth()
        instance.live(in: self)
        run.outer?.note(DependencyList.Element(resolved: .instance(instance), place: nil), isIndirect: false)
        cell.unseen = nil
        cell.insert(instance)
        if let disposable {
            disposable.order = instance.birth
            instance.disposal = disposable
        }
        return true
    }
}
