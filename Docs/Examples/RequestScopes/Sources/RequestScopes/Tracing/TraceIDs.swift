import DepotValues

/// Tells traces apart: 128 bits, not all of them 0.
struct TraceID: Hashable, Sendable, CustomStringConvertible {
    private let number: UInt128

    /// - Parameter digits: 32 lowercase hexadecimal digits; the id is nil for all else, and for zeros.
    init?(_ digits: some StringProtocol) {
        guard let number = UInt128(hexadecimal: digits), number != 0 else { return nil }
        self.number = number
    }

    /// A new one.
    init(_ random: RandomNumbers) {
        number = random { UInt128.random(in: 1...UInt128.max, using: &$0) }
    }

    var description: String { number.hexadecimal }
}

/// Tells the spans of a trace apart: 64 bits, not all of them 0.
struct SpanID: Hashable, Sendable, CustomStringConvertible {
    private let number: UInt64

    /// - Parameter digits: 16 lowercase hexadecimal digits; the id is nil for all else, and for zeros.
    init?(_ digits: some StringProtocol) {
        guard let number = UInt64(hexadecimal: digits), number != 0 else { return nil }
        self.number = number
    }

    /// A new one.
    init(_ random: RandomNumbers) {
        number = random { UInt64.random(in: 1...UInt64.max, using: &$0) }
    }

    var description: String { number.hexadecimal }
}
