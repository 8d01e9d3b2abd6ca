/// The name of an account: 1 to 32 lowercase letters, digits, dots, dashes or underscores.
struct AccountName: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
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

    /// Takes what a person typed, and says what is wrong with it.
    init(_ text: String) throws(Problem) {
        guard let name = AccountName(rawValue: text) else {
            throw Problem(
                .badInput, "\"\(text)\" cannot be the name of an account.", at: "the account's name",
                fix: "use 1 to 32 lowercase letters, digits, dots, dashes or underscores.")
        }
        self = name
    }

    var description: String { rawValue }
}
