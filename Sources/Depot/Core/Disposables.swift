/// What is disposed when its owner ends.
enum Disposables {
    /// One instance to dispose.
    final class Entry {  // The instance is used once, by the one that takes the entry out of its list.
        /// Where it stands among all that its family made; later ones are disposed first.
        var order = 0
        /// The container it was got from, where a scope of another keeps it.
        ///
        /// Its address alone: it takes its entries out of all scopes before it goes.
        private var owner: UnsafeMutableRawPointer?
        private var kept: (any Disposable)?
        private weak let held: AnyObject?
        /// Nil for a value, which nobody else can have, and once the instance was taken.
        private var claim: DisposalClaim?

        /// Of what others keep, as the flag says, there is nothing to dispose when they have released it.
        ///
        /// Nil where another entry has claimed the instance, because this factory has only passed it on.
        init?(_ instance: any Disposable, isWeak: Bool = false) {
            if type(of: instance) is AnyClass {
                claim = DisposalClaim(first: instance as AnyObject, isWeak: isWeak)
                if claim == nil { return nil }
            }
            kept = isWeak ? nil : instance
            held = isWeak ? instance as AnyObject : nil
        }

        deinit { claim?.end() }

        /// Notes that a scope of another container keeps it.
        func belong(to core: Core) { owner = core.address }

        /// Whether it was got from one container, and a scope of another keeps it.
        func isOf(_ core: Core) -> Bool { owner == core.address }

        /// Keeps from now on what is there, until it is disposed.
        func keepInstance() {
            if kept == nil { kept = held as? any Disposable }
        }

        /// Takes out what is to be disposed; nil where it has gone.
        ///
        /// An entry that is made for it from now on disposes it again.
        func take() -> (any Disposable)? {
            claim.take()?.end()
            return kept ?? held as? any Disposable
        }
    }
}

extension Disposables {
    /// Disposes one after the other on the caller's actor, waiting for each, and gives what failed: that does not stop the rest, nor does the
    /// cancellation of the caller's task.
    ///
    /// - Parameters:
    ///   - disposal: What has taken its turn; where there is nothing, this waits for what is disposed there or below already.
    ///   - place: What has ended; nil where it had ended before: a disposer there may wait for the task that ends it a second time.
    ///   - family: Whose that is.
    ///   - isolation: The caller's actor.
    /// - Returns: What failed.
    @inline(never)
    static func disposed(
        _ disposal: Disposal?, at place: DisposalPlace?, of family: Family, isolation: isolated (any Actor)? = #isolation
    ) async -> [DisposalFailure] {
        guard let disposal else {
            if let place { await family.disposed(at: place) }
            return []
        }
        // A task of its own is not cancelled, and capturing the actor puts it there.
        let task = Task {
            _ = isolation
            return await disposal.run()
        }
        return await task.value
    }

    static func dispose(each entries: [Entry], of family: Family) async -> [DisposalFailure] {
        var failures: [DisposalFailure] = []
        for entry in entries {
            guard let instance = entry.take() else { continue }
            do {
                try await instance.dispose()
                family.emit(.disposed(type: typeName(of: type(of: instance))))
            } catch {
                let failure = DisposalFailure(type: typeName(of: type(of: instance)), error: error)
                failures.append(failure)
                family.emit(.disposalFailed(failure))
            }
        }
        return failures
    }

    /// Tells of an end, releases what it took, and starts its disposals; outside the lock.
    @inline(never)  // Called from many places.
    static func finish(_ ending: consuming Ending, of core: Core, atOnce: Bool = false) {
        dispose(ending.release(telling: core.family), of: core, atOnce: atOnce)
    }

    /// Starts a disposal that nobody waits for here; `settled()` does.
    static func dispose(_ disposal: Disposal?, of core: Core, atOnce: Bool = false) {
        guard let disposal else { return }
        if disposal.turn == nil {
            core.decide { _ in disposal.lineUp(in: core.family, at: nil) }
            disposal.releasePlaces()
        }
        disposal.start(atOnce: atOnce)
    }
}
