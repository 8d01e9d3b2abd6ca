import DepotValues
import HTTPTypes

/// Opens logins for those whom a provider vouches for.
///
/// The provider's part is played here: who comes first gets the name, and keeps it by the ticket.
struct SocialLogIn: Sendable {
    private static let providers = ["cinepass", "reel-id"]

    private let accounts: any AccountRepository
    private let hasher: any PasswordHasher
    private let opening: LoginOpening
    @Dependency(\.date) private var date

    init(accounts: any AccountRepository, hasher: any PasswordHasher, opening: LoginOpening) {
        self.accounts = accounts
        self.hasher = hasher
        self.opening = opening
    }

    func callAsFunction(_ identity: SocialIdentity) async throws -> Session {
        guard Self.providers.contains(identity.provider) else {
            let known = Self.providers.joined(separator: ", ")
            throw Refusal(.notFound, "unknown_provider", "There is no provider \"\(identity.provider)\"; there are: \(known).")
        }
        let name = "\(identity.name.rawValue)@\(identity.provider)"
        var record = try await accounts.find(name)
        if record == nil {
            let hash = try await hasher.hash(identity.ticket)
            let new = AccountRecord(name: name, provider: identity.provider, joined: date.now, secretHash: hash)
            if try await accounts.add(new) { return try await opening.open(name) }
            record = try await accounts.find(name)
        }
        guard let record, try await hasher.matches(identity.ticket, record.secretHash) else {
            let message = "\(identity.provider) does not recognise you as \"\(identity.name.rawValue)\"."
            throw Refusal(.unauthorized, "wrong_ticket", message)
        }
        return try await opening.open(name)
    }
}
