internal import Depot

/// A random number generator that can be shared; copies continue the same sequence.
///
/// ```swift
/// @Dependency(\.randomNumberGenerator) var random
/// let die = random { Int.random(in: 1...6, using: &$0) }
/// ```
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private let generate: @Sendable () -> UInt64

    /// Takes its numbers from a closure, which is called for each, perhaps by several tasks at once.
    public init(_ generate: @escaping @Sendable () -> UInt64) {
        self.generate = generate
    }

    /// The next number: 64 random bits.
    public func next() -> UInt64 { generate() }

    /// Runs a closure with the generator in the form in which the standard library wants it.
    ///
    /// - Parameter body: What takes numbers, as in `Int.random(in: 1...6, using: &$0)`.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func callAsFunction<Result>(_ body: (inout RandomNumbers) throws -> Result) rethrows -> Result {
        var copy = self
        return try body(&copy)
    }
}

extension RandomNumbers {
    /// The generator of the system.
    public static var system: RandomNumbers {
        RandomNumbers {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
    }

    /// A generator at the beginning of the sequence of a seed, which is the same every time, on every platform.
    public static func seeded(_ seed: UInt64) -> RandomNumbers {
        let state = Locked(SeededRandomNumberGenerator(seed: seed))
        return RandomNumbers { state.withLock { $0.next() } }
    }
}

enum RandomNumberGeneratorKey: DependencyKey {
    static let liveValue = RandomNumbers.system
}

extension DependencyValues {
    /// The random number generator.
    ///
    /// It has no test value; give a test ``RandomNumbers/seeded(_:)``.
    public var randomNumberGenerator: RandomNumbers {
        get { self[RandomNumberGeneratorKey.self] }
        set { self[RandomNumberGeneratorKey.self] = newValue }
    }
}
