/// What a factory resolves its dependencies from.
///
/// Its resolves throw, so that a failure carries its path out.
///
/// A resolver may be kept and used later, from any thread: it then resolves like its container, for as long as that
/// exists.
public struct Resolver: Sendable {
    @usableFromInline let container: Container
    @usableFromInline let build: Build?

    @usableFromInline
    init(container: Container, build: Build?) {
        self.container = container
        self.build = build
    }
}
