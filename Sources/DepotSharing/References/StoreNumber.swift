internal import Synchronization

/// Numbers that tell references, followers, files and stores apart; unlike an address, one is never used again.
enum StoreNumber {
    private static let last = Atomic(0)

    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
