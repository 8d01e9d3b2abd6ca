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
        let record = try await accounts.find(name)
        // Hashed also where there is no account: neither the answer nor the time it takes tells which names there are.
        guard try await hasher.matches(credentials.password, record?.secretHash) else { throw Refusal.wrongPassword }
        return try await opening.open(name)
    }
}
