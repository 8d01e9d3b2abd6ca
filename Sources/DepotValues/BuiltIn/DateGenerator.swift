public import Foundation

/// What says which date it is; call it, or read `now`.
///
/// ```swift
/// @Dependency(\.date) var date
/// let expiry = date.now + 3600
/// ```
public struct DateGenerator: Sendable {
    private var generate: @Sendable () -> Date

    /// Takes its dates from a closure, which is called for each.
    public init(_ generate: @escaping @Sendable () -> Date) {
        self.generate = generate
    }

    /// The date; set it to stop the time there.
    public var now: Date {
        get { generate() }
        set { generate = { newValue } }
    }

    /// The date, the same as `now`.
    public func callAsFunction() -> Date { generate() }
}

extension DateGenerator {
    /// The clock of the system.
    public static var now: DateGenerator { DateGenerator { Date() } }

    /// Always the same date.
    public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }
}

enum DateKey: DependencyKey {
    static let liveValue = DateGenerator.now
}

extension DependencyValues {
    /// What says which date it is.
    ///
    /// It has no test value.
    public var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
    }
}
