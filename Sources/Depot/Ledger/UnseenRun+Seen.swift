/// An unseen run for those who have its resolver.
extension UnseenRun {
    /// The build that it is from now on.
    ///
    /// For those who have its resolver, on any thread, outside the lock. The factory that runs keeps the container, and from its end on the
    /// build does.
    func seen() -> Build {
        core.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.decide { $0.materialize(self) } }.unsafelyUnwrapped
    }
}

extension Resolver {
    /// What it resolves from.
    var container: Container { knownContainer ?? materialized.container }

    /// The run that it is of; one that was unseen is materialized.
    var build: Build? { materialized.knownBuild }

    /// The same resolver, of a run that others can find.
    var materialized: Resolver {
        guard let build = unseenRun?.seen() else { return self }
        return Resolver(container: build.container, build: build)
    }
}
