/// Turns a password into something that may be stored, and recognises it again.
protocol PasswordHasher: Sendable {
    func hash(_ password: Password) async throws(Problem) -> String
    func matches(_ password: Password, _ hash: String) async -> Bool
}
