/// What a factory resolves its dependencies from.
///
/// Its resolves throw, so that a failure carries its path out.
///
/// A resolver may be kept and used later, from any thread: it then resolves like its container, for as long as that
/// exists.
public struct Resolver: Sendable {
    /// What it resolves from; nil where `run` says that.
    @usableFromInline let knownContainer: Container!
    /// The run that it is of, if that is seen.
    @usableFromInline let knownBuild: Build?
    /// The run that it is of, where that began unseen; whoever keeps the resolver keeps the run, which is a build from its end on.
    let run: UnseenRun?

    @usableFromInline
    init(container: Container, build: Build?) {
        knownContainer = container
        knownBuild = build
        run = nil
    }

    /// The resolver of a closure that is being run unseen.
    init(unseen run: UnseenRun) {
        knownContainer = nil
        knownBuild = nil
        self.run = run
    }
}
