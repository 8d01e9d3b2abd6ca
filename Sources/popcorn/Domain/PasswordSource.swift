/// Where passwords come from.
///
/// Never from the command line: other users of the machine can read that.
protocol PasswordSource: Sendable {
    /// Asks for a password.
    ///
    /// - Parameters:
    ///   - purpose: What it is for, as the prompt says it: `Password for ada`.
    ///   - confirming: Whether a person who types it is asked twice.
    /// - Returns: The password; never an empty one.
    /// - Throws: What is wrong with what was typed.
    func password(for purpose: String, confirming: Bool) throws(Problem) -> Password
}
