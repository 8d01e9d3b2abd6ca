/// Who waits for a run, and what comes of it for them.
extension Ledger {
    /// Adds someone who waits for a build; false where there is nothing to wait for any more.
    ///
    /// The task that has claimed it waits in any case, and gets what its factory has made, as in a synchronous resolve.
    func add(_ waiter: Waiter, to build: Build, view: Core) -> Bool {
        if waiter.isMaker { build.isMakerComing = false }
        if build.isFinished { return false }
        if !waiter.isMaker, let owner = build.touched, !view.descends(from: owner) { return false }
        build.add(waiter)
        return true
    }

    /// What came of a build for someone who waited.
    enum Answer {
        case made(Instance)
        case failed(any Error)
        case again
    }

    /// Tells someone who waited what came of it.
    mutating func answer(of build: Build, to view: Core, noting: Build?, isMaker: Bool = false) -> Answer {
        if !isMaker, let owner = build.touched, !view.descends(from: owner) { return .again }
        switch build.outcome {
        case .made:
            guard let instance = build.made else { return .again }
            hold(instance)
            // It may have been made from what was replaced before they came, and an override may have met something of its own.
            if !isMaker, !isValid(instance, in: view) { return .again }
            note(instance, from: view, on: noting)
            return .made(instance)
        case .failed(let error):
            // A waiter that came after it was cancelled did not ask for that, whatever error the factory made of it.
            if build.isAbandoned { return .again }
            // Nor did a waiter that came after something changed. The caller that makes it gets its error, as in a synchronous resolve.
            let isTheirs = view.innermostOverride === build.container.core.innermostOverride && build.epoch == overrideEpoch
            return isMaker || isTheirs ? .failed(error) : .again
        case .again, nil:
            return .again
        }
    }

    /// Wakes a task that was cancelled while it waited; gives the build's task where nobody waits for it any more.
    mutating func cancel(_ ticket: Int, of build: Build) -> Task<Void, Never>? {
        guard let waiter = build.removeWaiter(ticket) else { return nil }
        wake([waiter])
        guard build.waiters.isEmpty, !build.isMakerComing else { return nil }
        build.isAbandoned = true
        return build.task
    }
}
