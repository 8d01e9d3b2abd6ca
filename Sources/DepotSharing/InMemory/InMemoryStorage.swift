internal import Depot
public import DepotValues
internal import Synchronization

/// Where `.inMemory` values are kept.
///
/// There is one for each context, and in each test; another one can be put in its place for an operation.
///
/// ```swift
/// withDependencies { $0.defaultInMemoryStorage = InMemoryStorage() } operation: { … }
/// ```
public final class InMemoryStorage: Sendable {
    let number = StoreNumber.next()
    private let kept = Locked<[String: any AnyObject & Sendable]>([:])

    /// An empty one.
    public init() {}

    func keep(_ reference: any AnyObject & Sendable, named name: String) {
        _ = kept.withLock { kept in
            defer { kept[name] = reference }
            return kept[name]
        }
    }
}

/// Numbers that tell stores apart; unlike an address, one is never used again.
enum StoreNumber {
    private static let last = Atomic(0)

    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

private enum InMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
    static var previewValue: InMemoryStorage { InMemoryStorage() }
}

extension DependencyValues {
    /// Where `.inMemory` values are kept: a fresh place for each test.
    public var defaultInMemoryStorage: InMemoryStorage {
        get { self[InMemoryStorageKey.self] }
        set { self[InMemoryStorageKey.self] = newValue }
    }
}
