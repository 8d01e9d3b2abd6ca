/// Turns a password into something that may be stored, and recognises it again.
///
/// Both are slow on purpose; several at once take a core each.
protocol PasswordHasher: Sendable {
    func hash(_ password: Password) async throws(Problem) -> String

    /// Whether a hash is that of a password, compared in constant time.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; nil for an account that is not there, which takes as long.
    /// - Returns: Whether it is; false for an account that is not there.
    func matches(_ password: Password, _ hash: String?) async -> Bool
}
