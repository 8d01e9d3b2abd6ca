/// Something to be put away when the scope, container or replacement that made it ends.
///
/// An instance is disposed once, after everything that was made after it. What the app handed in as
/// `instance:` or `with:` is the app's own to put away.
public protocol Disposable {
    /// Lets go of what the instance holds. Runs on the instance's own actor where its type has one.
    ///
    /// - Throws: Whatever went wrong; it does not stop the disposal of the others, and is reported.
    func dispose() async throws
}
