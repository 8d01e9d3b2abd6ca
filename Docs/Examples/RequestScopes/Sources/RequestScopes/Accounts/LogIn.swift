import HTTPTypes

/// Opens logins for those who have a password.
struct LogIn: Sendable {
    private let accounts: any AccountRepository
    private let hasher: any PasswordHasher
    private let opening: LoginOpening

    init(accounts: any AccountRepository, hasher: any PasswordHasher, opening: LoginOpening) {
        self.accounts = accounts
        self.hasher = hasher
        self.opening = opening
    }

    func callAsFunction(_ credentials: Credentials) async throws -> Session {
        let name = credentials.name.rawValue
        guard let record = try await accounts.find(name) else {
            throw Refusal(.notFound, "unknown_account", "There is no account \"\(name)\".")
        }
        guard await hasher.matches(credentials.password, record.secretHash) else {
            throw Refusal(.unauthorized, "wrong_password", "The password of \"\(name)\" is wrong.")
        }
        return try await opening.open(name)
    }
}
