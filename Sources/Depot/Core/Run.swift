/// A factory's run: a ``Build``, which others can find, or an ``UnseenRun``.
@usableFromInline
class Run: @unchecked Sendable {  // It has nothing of its own.
    /// The same, where the caller knows that it is a build: the run of a resolver that has a container.
    final var asBuild: Build { unsafeDowncast(self, to: Build.self) }
}
