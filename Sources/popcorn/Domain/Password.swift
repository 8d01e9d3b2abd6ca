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

    /// Whether it may be the password of a new account.
    var isLongEnough: Bool { rawValue.count >= Self.minimumLength }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "••••••••" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
