extension Container {
    /// The container that is bound here, for what keeps it: what is shared keeps none of the overrides of whoever came first.
    package static var boundToKeep: Container? {
        guard let bound = Context.bound.container else { return nil }
        let run = Origin(thread: ThreadState.current, explicit: nil).recorded
        return run?.nearestShared == nil ? bound : bound.overridden
    }
}
