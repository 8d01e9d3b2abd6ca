import DepotValues
import HTTPTypes

/// Makes accounts.
struct SignUp: Sendable {
    private let accounts: any AccountRepository
    private let hasher: any PasswordHasher
    @Dependency(\.date) private var date

    init(accounts: any AccountRepository, hasher: any PasswordHasher) {
        self.accounts = accounts
        self.hasher = hasher
    }

    func callAsFunction(_ credentials: Credentials) async throws -> Account {
        guard credentials.password.rawValue.count >= Password.minimumLength else {
            throw Refusal(.badRequest, "weak_password", "The password is too short: it needs \(Password.minimumLength) characters.")
        }
        let name = credentials.name.rawValue
        let taken = Refusal(.conflict, "name_taken", "The name \"\(name)\" is taken.")
        if try await accounts.find(name) != nil { throw taken }
        // Before the first write, so that no other writer has to wait for it.
        let hash = try await hasher.hash(credentials.password)
        let record = AccountRecord(name: name, provider: nil, joined: date.now, secretHash: hash)
        guard try await accounts.add(record) else { throw taken }
        return record.account
    }
}
