import Foundation
import GRDB

/// What the database keeps about someone.
struct AccountRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "account"

    let name: String
    let provider: String?
    let joined: Date
    /// The hash of the password, or of the provider's ticket.
    let secretHash: String

    var account: Account { Account(name: name, provider: provider, joined: joined) }
}

/// What the database keeps about a login; of its tokens only hashes, so who reads the file can use none of them.
///
/// Refreshing changes its tokens; the id stays, and names the session's scope.
struct LoginRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "login"

    let id: String
    let account: String
    let accessHash: String
    let accessExpires: Date
    let refreshHash: String
    let refreshExpires: Date

    init(_ session: Session) {
        id = session.id
        account = session.account
        accessHash = Secret.digest(session.accessToken)
        accessExpires = session.accessExpires
        refreshHash = Secret.digest(session.refreshToken)
        refreshExpires = session.refreshExpires
    }

    /// The login that an access token belongs to.
    static func find(accessToken: String, in db: Database) throws -> LoginRecord? {
        try filter { $0.accessHash == Secret.digest(accessToken) }.fetchOne(db)
    }

    /// The login that a refresh token belongs to.
    static func find(refreshToken: String, in db: Database) throws -> LoginRecord? {
        try filter { $0.refreshHash == Secret.digest(refreshToken) }.fetchOne(db)
    }

    enum Columns {
        static let accessHash = Column("accessHash")
        static let refreshHash = Column("refreshHash")
        static let refreshExpires = Column("refreshExpires")
    }
}

/// A line of the journal: which request committed which transaction.
///
/// It is written by the commit itself.
struct JournalRecord: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "journal"

    let transaction: String
    let request: String
}
