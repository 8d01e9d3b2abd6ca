extension Container {
    /// The container that is bound here, for what keeps it.
    ///
    /// What is shared keeps its own container, without overrides, whoever came first; like a `Lazy` it does not keep it open.
    package static var boundToKeep: Container? {
        guard let bound = Context.bound.container else { return nil }
        let run = Origin(thread: ThreadState.current, explicit: nil).recorded
        guard let own = run?.nearestShared?.container.core.overridden else { return bound }
        return own.decide { _ in own.inner() }
    }
}
