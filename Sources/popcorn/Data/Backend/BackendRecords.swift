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
    /// The login with hashes in place of its tokens: who reads the file can use none of them.
    let session: Session

    /// How long an access token opens anything: a quarter of an hour.
    static let accessLifetime: TimeInterval = 15 * 60
    /// How long a login can be refreshed: 30 days.
    static let refreshLifetime: TimeInterval = 30 * 24 * 60 * 60

    init(_ session: Session) {
        self.session = Session(
            id: session.id, account: session.account, accessToken: Secret.digest(session.accessToken),
            accessExpires: session.accessExpires, refreshToken: Secret.digest(session.refreshToken),
            refreshExpires: session.refreshExpires)
    }

    /// Whether even the word that it has expired need not be kept any longer.
    func isForgotten(at now: Date) -> Bool { session.refreshExpires.addingTimeInterval(Self.refreshLifetime) < now }
}

extension [SessionRecord] {
    /// Where the login of an access token is.
    func index(ofAccessToken token: String) -> Int? { index(of: token, \.accessToken) }

    /// Where the login of a refresh token is.
    func index(ofRefreshToken token: String) -> Int? { index(of: token, \.refreshToken) }

    private func index(of token: String, _ kept: KeyPath<Session, String>) -> Int? {
        let digest = Secret.digest(token)
        return firstIndex { Secret.areEqual($0.session[keyPath: kept], digest) }
    }
}

extension Session {
    /// A login with new tokens.
    init(id: UUID, account: String, now: Date) {
        self.init(
            id: id, account: account, accessToken: Secret.random(), accessExpires: now.addingTimeInterval(SessionRecord.accessLifetime),
            refreshToken: Secret.random(), refreshExpires: now.addingTimeInterval(SessionRecord.refreshLifetime))
    }
}
