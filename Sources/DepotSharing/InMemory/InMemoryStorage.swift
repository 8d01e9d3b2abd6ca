internal import Depot
public import DepotValues

/// Where `.inMemory` values are kept.
///
/// There is one for each context, and in each test; another one can be put in its place for an operation.
///
/// ```swift
/// withDependencies { $0.defaultInMemoryStorage = InMemoryStorage() } operation: { … }
/// ```
public final class InMemoryStorage: Sendable {
    private let references = Locked<[String: AnyStoredReference]>([:])

    /// An empty one.
    public init() {}

    /// A storage, which equals itself alone.
    struct Identity: Hashable {
        let storage: InMemoryStorage

        static func == (a: Self, b: Self) -> Bool { a.storage === b.storage }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
    }
}

extension InMemoryStorage {
    /// The reference with a name, if there is one.
    func reference(named name: String) -> AnyStoredReference? { references.withLock { $0[name] } }

    /// Keeps a reference, and with it the value, when no property does.
    ///
    /// - Returns: The one that was there first.
    func keep(_ reference: AnyStoredReference, named name: String) -> AnyStoredReference {
        references.withLock { references in
            if let first = references[name] { return first }
            references[name] = reference
            return reference
        }
    }
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
