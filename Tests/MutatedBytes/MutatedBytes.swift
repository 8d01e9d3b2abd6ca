public import Foundation

/// Bytes as nobody would write them: what was right, changed at random places; the same ones for the same seed.
///
/// What a fuzzer of the toolchain does with coverage this does with tokens of the format, on every platform and in every test run.
public struct MutatedBytes: Sequence, IteratorProtocol {
    /// What is harmful in JSON: open ends, numbers beyond any type, halves of characters, a mark of the byte order.
    private static let words = [
        "[", "]", "{", "}", ",", ":", "\"", "null", "true", "-", "1e999", "-0", "99999999999999999999", "\\", "\\u", "\\ud800", "\u{FEFF}",
    ]
    private static let tokens: [[UInt8]] =
        words.map { Array($0.utf8) } + [[0], [0xff], [0xc3], Array(repeating: UInt8(ascii: "["), count: 20_000)]
    private let originals: [[UInt8]]
    private var left: Int
    private var state: UInt64

    /// - Parameters:
    ///   - originals: What is right.
    ///   - count: How many there are.
    ///   - seed: Which ones; `DEPOT_SEED`, or always the same, where it is nil.
    public init(of originals: [String], count: Int, seed: UInt64? = nil) {
        self.originals = originals.map { Array($0.utf8) }
        left = count
        state = seed ?? ProcessInfo.processInfo.environment["DEPOT_SEED"].flatMap { UInt64($0) } ?? 1
    }

    /// The seed that makes what comes next, for a test to name where it fails.
    public var seed: UInt64 { state }

    /// The next bytes; nil when there have been as many as were asked for.
    public mutating func next() -> Data? {
        if left == 0 { return nil }
        left -= 1
        var bytes = originals[number(originals.count)]
        for _ in 0...number(4) { mutate(&bytes) }
        return Data(bytes)
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = number(bytes.count + 1)
        let end = Swift.min(bytes.count, place + 1 + number(8))
        switch number(6) {
        case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(number(8)) }
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3: bytes.removeLast(bytes.count - place)
        case 4: bytes.insert(UInt8(number(256)), at: place)
        default: bytes.insert(contentsOf: Self.tokens[number(Self.tokens.count)], at: place)
        }
    }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private mutating func number(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
