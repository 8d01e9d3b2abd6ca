extension Container {
    /// The container that is bound here, and whether what is made here is shared: that must not keep the overrides of whoever came first.
    package static var boundToKeep: (container: Container, isForAll: Bool)? {
        guard let bound = Context.bound.container else { return nil }
        let run = Origin(thread: ThreadState.current, explicit: nil).recorded
        return run?.nearestShared == nil ? (bound, false) : (bound.overridden, true)
    }
}
