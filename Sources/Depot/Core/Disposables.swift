/// What is disposed when its owner ends.
enum Disposables {
    /// One instance to dispose.
    final class Entry {  // The instance is used once, by the one that takes the entry out of its list.
        /// Where it stands among all that its family made; later ones are disposed first.
        var order = 0
        private let kept: (any Disposable)?
        private weak let held: AnyObject?

        /// Of what others keep, as the flag says, there is nothing to dispose when they have released it.
        init(_ instance: any Disposable, isWeak: Bool = false) {
            kept = isWeak ? nil : instance
            held = isWeak ? instance as AnyObject : nil
        }

        /// What is to be disposed; nil where it has gone.
        var instance: (any Disposable)? { kept ?? held as? any Disposable }
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
        for entry in once(entries) {
            guard let instance = entry.instance else { continue }
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

    /// The entries, each object once: a decorator may give what it wraps, and a closure what another factory made.
    ///
    /// It stands where it was made first, behind all that was made after it.
    private static func once(_ entries: [Entry]) -> [Entry] {
        if entries.count < 2 { return entries }
        var seen: Set<ObjectIdentifier> = []
        let first = entries.reversed().filter { entry in
            // Only an object is the same in two entries.
            guard let instance = entry.instance, type(of: instance) is AnyClass else { return true }
            return seen.insert(ObjectIdentifier(instance as AnyObject)).inserted
        }
        return first.reversed()
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
