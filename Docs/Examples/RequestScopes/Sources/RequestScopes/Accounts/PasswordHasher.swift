/// Turns a password into something that may be stored, and recognises it again.
///
/// Both are slow on purpose. They run on threads of their own, as many at once as there are cores; see ``HashingThreads``.
protocol PasswordHasher: Sendable {
    /// A new hash of a password.
    ///
    /// - Throws: ``HashingFailed`` where this system cannot hash, `CancellationError` where the task is cancelled while it waits.
    func hash(_ password: Password) async throws -> String

    /// Whether a hash is that of a password, compared in constant time.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; nil for an account that is not there, which takes as long.
    /// - Returns: Whether it is; false for an account that is not there.
    /// - Throws: `CancellationError` where the task is cancelled while it waits.
    func matches(_ password: Password, _ hash: String?) async throws -> Bool
}

/// This system cannot hash passwords.
struct HashingFailed: Error {}
