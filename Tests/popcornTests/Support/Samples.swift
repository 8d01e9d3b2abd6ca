import DepotValues
import Foundation

@testable import popcorn

extension Date {
    /// When tests take place: at the first moment of 2026.
    static let newYear = Date(timeIntervalSince1970: 1_767_225_600)
}

extension Session {
    /// A login of someone, whose tokens are told apart by a number.
    static func sample(_ account: String = "ada", _ number: Int = 1) -> Session {
        Session(
            id: UUID(number), account: account, accessToken: "access-\(number)", accessExpires: Date(timeIntervalSince1970: 1_000),
            refreshToken: "refresh-\(number)", refreshExpires: Date(timeIntervalSince1970: 2_000))
    }
}

extension Account {
    /// Someone's account.
    static func sample(_ name: String = "ada") -> Account {
        Account(name: name, provider: nil, joined: Date(timeIntervalSince1970: 0))
    }
}

extension Reply {
    /// A success, as a backend would send it.
    static func success(_ value: some Encodable, status: Int = 200) throws -> Reply { try Reply(status: status, value) }

    /// A refusal, as a backend would send it.
    static func refusal(_ status: Int, _ error: API.ErrorCode, _ message: String) throws -> Reply {
        try Reply(status: status, API.Refusal(error: error, message: message))
    }
}

extension Password {
    static let good = Password(rawValue: "two tickets, please")
    static let wrong = Password(rawValue: "one ticket, please")
}
