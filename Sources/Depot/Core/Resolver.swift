/// What a factory resolves its dependencies from.
///
/// Its resolves throw, so that a failure carries its path out.
///
/// A resolver may be kept and used later, from any thread: it then resolves like its container, for as long as that
/// exists.
public struct Resolver: Sendable {
    /// One word: a resolver of a container that the caller keeps is made and handed on without counting that.
    ///
    /// Threads that all count one container wait for each other.
    @usableFromInline let source: Source

    /// What a resolver resolves from.
    @usableFromInline
    enum Source: Sendable {
        /// A container, and no run.
        case container(Container)
        /// The container of a run, as part of that.
        case build(Build)
        /// Another container, as part of a run.
        case elsewhere(Elsewhere)
        /// What a run is asked of that nobody has seen yet; at the latest when its factory has returned it is, or stands for, a build.
        case unseen(UnseenRun)
    }

    /// A container and a run of another one.
    @usableFromInline
    final class Elsewhere: Sendable {
        let build: Build
        private let core: Core
        /// The container; nil where the `keeping` has it.
        private let own: Container?
        private let keeping: GraphKeeping?

        init(_ container: Container, _ build: Build) {
            self.build = build
            core = container.core
            // What is no relative has its own lock.
            let isKept = container.keepsOwner && build.isOf(ObjectIdentifier(core.family))
            keeping = isKept ? build.keeping : nil
            own = keeping == nil ? container : nil
            keeping?.keep(container)
        }

        var container: Container { own ?? keeping.unsafelyUnwrapped.container(for: core) }
    }

    @usableFromInline
    init(_ container: Container) {
        source = .container(container)
    }

    /// The resolver of a run, in its container or another.
    init(container: Container, build: Build?) {
        if let build {
            source = build.container === container ? .build(build) : .elsewhere(Elsewhere(container, build))
        } else {
            source = .container(container)
        }
    }

    /// The resolver of a run that others can find.
    init(of build: Build) {
        source = .build(build)
    }

    /// The resolver of a closure that is being run unseen.
    init(unseen run: UnseenRun) {
        source = .unseen(run)
    }
}
