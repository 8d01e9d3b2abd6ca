/// Turns a password into something that may be stored, and recognises it again.
protocol PasswordHasher: Sendable {
    func hash(_ password: Password) async throws -> String
    func matches(_ password: Password, _ hash: String) async -> Bool
}

/// This system cannot hash passwords.
struct HashingFailed: Error {}
