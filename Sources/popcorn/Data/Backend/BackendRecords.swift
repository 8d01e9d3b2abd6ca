import Foundation

/// What the backend keeps about someone.
struct AccountRecord: Codable, Equatable, Sendable {
    let name: String
    let provider: IdentityProvider?
    let joined: Date
    /// The hash of the password, or of the provider's ticket.
    let secretHash: String

    var account: Account { Account(name: name, provider: provider, joined: joined) }
}

/// What the backend keeps about a login.
struct SessionRecord: Codable, Equatable, Sendable {
    let session: Session

    /// How long an access token opens anything: a quarter of an hour.
    static let accessLifetime: TimeInterval = 15 * 60
    /// How long a login can be refreshed: 30 days.
    static let refreshLifetime: TimeInterval = 30 * 24 * 60 * 60

    init(id: UUID, account: String, now: Date) {
        session = Session(
            id: id, account: account, accessToken: Secret.random(), accessExpires: now.addingTimeInterval(Self.accessLifetime),
            refreshToken: Secret.random(), refreshExpires: now.addingTimeInterval(Self.refreshLifetime))
    }

    /// Whether even the word that it has expired need not be kept any longer.
    func isForgotten(at now: Date) -> Bool { session.refreshExpires.addingTimeInterval(Self.refreshLifetime) < now }
}
