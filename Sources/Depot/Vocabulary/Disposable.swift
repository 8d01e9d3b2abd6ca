/// Something to be put away when the scope, container or replacement that made it ends.
///
/// An instance is disposed once, after everything that was made after it. One that gives way to another, as a `.cached` one does after its
/// time and a singleton whose key is registered again, is disposed then, also where somebody still holds it. What the app handed in as
/// `instance:` or `with:` is the app's own to put away.
public protocol Disposable {
    /// Releases what the instance holds.
    ///
    /// Runs on the actor of the task that waits for the disposal. A type that is isolated to a global actor says so again here, because
    /// Swift infers this method's isolation from the protocol:
    ///
    /// ```swift
    /// @MainActor final class Player: Disposable {
    ///     @MainActor func dispose() async throws { … }
    /// }
    /// ```
    ///
    /// - Throws: Whatever went wrong; it does not stop the disposal of the others, and is reported.
    func dispose() async throws
}
