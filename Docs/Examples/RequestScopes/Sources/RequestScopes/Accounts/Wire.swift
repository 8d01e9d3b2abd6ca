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

/// A password or a provider's ticket, which shows itself as bullets wherever it is printed.
struct Password: RawRepresentable, Decodable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let rawValue: String

    /// What a new password must have.
    static let minimumLength = 8

    var description: String { "••••••••" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
