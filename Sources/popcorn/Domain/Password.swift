/// A password, or another secret that proves who someone is.
///
/// It shows itself as bullets wherever it is printed.
struct Password: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What a new password must have.
    static let minimumLength = 8

    /// How many bytes every library's `crypt(3)` takes: more are refused by some, and would be cut by others.
    static let maximumSize = 256

    /// Whether it may be the password of a new account.
    var isLongEnough: Bool { rawValue.count >= Self.minimumLength }

    /// Whether a hash can take it: C's functions would cut it at a NUL.
    var isUsable: Bool { rawValue.utf8.count <= Self.maximumSize && !rawValue.utf8.contains(0) }

    /// What is wrong with one that is not usable.
    static let unusable = "A password has at most \(maximumSize) bytes of UTF-8, and no NUL character."
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "••••••••" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
