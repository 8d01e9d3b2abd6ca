internal import Depot
public import Foundation

/// What makes a UUID; call it.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// let session = Session(id: uuid())
/// ```
public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    /// Takes its UUIDs from a closure, which is called for each.
    public init(_ generate: @escaping @Sendable () -> UUID) {
        self.generate = generate
    }

    /// The next UUID of the generator.
    public func callAsFunction() -> UUID { generate() }
}

extension UUIDGenerator {
    /// UUIDs that count: `UUID(0)`, `UUID(1)` and so on, from 0 each time that this is written.
    public static var incrementing: UUIDGenerator {
        let next = Locked(0)
        return UUIDGenerator {
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            return UUID(number)
        }
    }

    /// Always the same UUID.
    public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }
}

extension UUID {
    /// The UUID whose last twelve digits are a number in hexadecimal, for tests: `00000000-0000-0000-0000-00000000002A`.
    ///
    /// - Parameter number: From 0 to 2⁴⁸ − 1; of any other, the last 48 bits count.
    public init(_ number: Int) {
        let bits = UInt64(bitPattern: Int64(number))
        func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (index * 8)) }
        self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)))
    }
}

enum UUIDKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
}

extension DependencyValues {
    /// What makes UUIDs.
    ///
    /// It has no test value.
    public var uuid: UUIDGenerator {
        get { self[UUIDKey.self] }
        set { self[UUIDKey.self] = newValue }
    }
}
