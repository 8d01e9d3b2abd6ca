/// What decisions leave to be done when the lock is given back: waiters to wake, instances to dispose and to release.
///
/// A waiter that is woken may ask again at once, and the last release may run a user's `deinit`.
final class Effects {  // Put together under the lock, and carried out once, by the thread that has taken it out.
    /// What ends, with its disposals.
    @exclusivity(unchecked) var ending = Ending()
    @exclusivity(unchecked) fileprivate var waiters: [Waiter] = []
    /// What the ledger has held for a moment although others own it.
    @exclusivity(unchecked) fileprivate var held = Handful<AnyObject>()

    /// Has the disposals take their turn; under the lock.
    ///
    /// Before the waiters go on: one of them may close the container, which then waits for these disposals.
    func lineUp(in family: Family) { ending.lineUp(in: family, at: nil) }

    /// Carries them out; outside the lock.
    @inline(never)
    func carryOut(in family: Family) {
        var (ending, waiters) = (ending, waiters)
        self.ending = Ending()
        let disposal = ending.takeDisposal()
        disposal?.start(atOnce: false)
        for waiter in waiters { waiter.wake() }
        disposal?.releasePlaces()
        _ = ending.release()
    }
}

extension Ledger {
    /// Has those who wait for a run go on when the lock is given back, in the order in which they began to wait.
    mutating func wake(_ waiters: [Waiter]) { if !waiters.isEmpty { leftover.waiters += waiters } }

    /// Keeps something whose last owner may release it meanwhile until the lock is given back.
    @inline(never)
    mutating func hold(_ object: AnyObject) { leftover.held.append(object) }

    /// Whether there is still something to hand out.
    mutating func isAlive(_ instance: Instance) -> Bool { !instance.isWeak || holdObject(of: instance) }

    @inline(never)
    private mutating func holdObject(of instance: Instance) -> Bool {
        guard let object = instance.object else { return false }
        hold(object)
        return true
    }
}
