/// Tells registrations of one type apart.
///
/// A string literal is a name, with interpolation too; a constant keeps the spelling in one place:
///
/// ```swift
/// extension Name { static let audit: Name = "audit" }
/// container.register((any Logger).self, name: .audit, instance: FileLogger())
/// ```
public struct Name: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name as text.
    public let rawValue: String

    /// Makes a name from text that is known only at run time.
    ///
    /// Two names are equal when their texts are.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name from a string literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name as text.
    public var description: String { rawValue }
}
