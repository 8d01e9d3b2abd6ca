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
    var container: Container {
        switch source {
        case .container(let container): container
        case .build(let build): build.container
        case .elsewhere(let elsewhere): elsewhere.container
        case .unseen(let run): run.seen().container
        }
    }

    /// The run that it is of, if any; one that was unseen is materialized.
    var build: Build? {
        switch source {
        case .container: nil
        case .build(let build): build
        case .elsewhere(let elsewhere): elsewhere.build
        case .unseen(let run): run.seen()
        }
    }

    /// The same resolver, of a run that others can find.
    var materialized: Resolver {
        guard case .unseen(let run) = source else { return self }
        return Resolver(of: run.seen())
    }
}
