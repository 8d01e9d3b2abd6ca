/// What a factory resolves its dependencies from.
///
/// Its resolves throw, so that a failure carries its path out.
///
/// A resolver may be kept and used later, from any thread: it then resolves like its container, for as long as that
/// exists.
public struct Resolver: Sendable {
    /// What it resolves from; nil for a closure that is being run unseen, whose run says that.
    @usableFromInline let knownContainer: Container!
    /// The run that it is of, if any: a `Build`, or an `UnseenRun` where there is no container.
    ///
    /// The resolver keeps it; at the latest when the factory has returned it is, or stands for, a build.
    @usableFromInline let run: Run?

    @usableFromInline
    init(container: Container, build: Run?) {
        knownContainer = container
        run = build
    }

    /// The resolver of a closure that is being run unseen.
    init(unseen run: UnseenRun) {
        knownContainer = nil
        self.run = run
    }
}

extension Resolver {
    /// The run that it is of, where that was seen from the start.
    var knownBuild: Build? { knownContainer == nil ? nil : run?.asBuild }

    /// The run that it is of, where that began unseen.
    var unseenRun: UnseenRun? { knownContainer == nil ? run.map { unsafeDowncast($0, to: UnseenRun.self) } : nil }  // As `run` says.
}
