import Foundation
import Hummingbird

// The wire types of popcorn's API, as its Sources/popcorn/Domain/API.swift has them.

/// What POST /sign-up and POST /login take.
struct Credentials: Decodable, Sendable {
    let name: AccountName
    let password: Password
}

/// What POST /social-login takes: who it is, according to whom, and the ticket that proves it.
struct SocialIdentity: Decodable, Sendable {
    let provider: String
    let name: AccountName
    let ticket: Password
}

/// What POST /refresh takes.
struct Renewal: Decodable, Sendable {
    let refreshToken: String
}

/// Someone who can log in.
struct Account: ResponseCodable, Equatable, Sendable {
    let name: String
    let provider: String?
    let joined: Date
}

/// A login's tokens, and until when they are good.
struct Session: ResponseCodable, Equatable, Sendable {
    /// Which login it is, refreshed or not: a UUID, which opens nothing and names the session's scope.
    let id: String
    let account: String
    let accessToken: String
    let accessExpires: Date
    let refreshToken: String
    let refreshExpires: Date

    /// How long an access token opens anything: a quarter of an hour.
    static let accessLifetime: TimeInterval = 15 * 60
    /// How long a login can be refreshed: 30 days.
    static let refreshLifetime: TimeInterval = 30 * 24 * 60 * 60

    /// A login with new tokens.
    init(id: String, account: String, now: Date) {
        self.id = id
        self.account = account
        accessToken = Secret.random()
        accessExpires = now.addingTimeInterval(Self.accessLifetime)
        refreshToken = Secret.random()
        refreshExpires = now.addingTimeInterval(Self.refreshLifetime)
    }
}

/// No content: `{}`.
struct Nothing: ResponseCodable, Equatable, Sendable {}

/// The name of an account: 1 to 32 lowercase letters, digits, dots, dashes or underscores.
struct AccountName: RawRepresentable, Decodable, Hashable, Sendable {
    let rawValue: String

    init?(rawValue: String) {
        let isAllowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isAllowed, (1...32).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }
}

/// A password or a provider's ticket that can be hashed; it shows itself as bullets wherever it is printed.
struct Password: RawRepresentable, Decodable, Sendable, CustomStringConvertible, CustomReflectable {
    let rawValue: String

    /// What a new password must have.
    static let minimumLength = 8
    /// How many bytes every library's `crypt(3)` takes: more are refused by some, and would be cut by others.
    static let maximumSize = 256

    /// Nil for what a hash cannot take: too many bytes, or a NUL, at which C's functions would cut it.
    init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumSize, !rawValue.utf8.contains(0) else { return nil }
        self.rawValue = rawValue
    }

    init(from decoder: any Decoder) throws {
        guard let password = Password(rawValue: try String(from: decoder)) else { throw Refusal.unusablePassword }
        self = password
    }

    var description: String { "••••••••" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
