extension Container {
    /// The container that is bound here, for what keeps it.
    ///
    /// What is shared takes its own container, without overrides, so that it does not matter who asked for it first. As with a `Lazy`, that
    /// container can be released all the same.
    package static var boundToKeep: Container? {
        guard let bound = Context.bound.container else { return nil }
        let run = Origin(thread: ThreadState.current, explicit: nil).recorded
        guard let own = run?.keeper?.container.core.overridden else { return bound }
        return own.decide { _ in own.inner() }
    }
}
