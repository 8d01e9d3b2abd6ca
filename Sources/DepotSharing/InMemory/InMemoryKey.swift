internal import DepotValues

/// A value that lives as long as the program; see ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
    private let name: String
    private let storage: InMemoryStorage?

    init(_ name: String, in storage: InMemoryStorage? = nil) {
        self.name = name
        self.storage = storage
    }
}

/// What tells an `.inMemory` key from others: its name, and where it is kept.
public struct InMemoryKeyID: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let place: InMemoryStorage.Identity

    /// The key as it is written.
    public var description: String { "inMemory \"\(name)\"" }
}

extension InMemoryKey {
    private var place: InMemoryStorage { storage ?? DependencyValues.inEffect(\.defaultInMemoryStorage) }

    /// What tells it from others.
    public var id: InMemoryKeyID { InMemoryKeyID(name: name, place: InMemoryStorage.Identity(storage: place)) }

    /// The key in the storage that is in effect here.
    public func bound() -> Self { Self(name, in: place) }

    /// Has nothing to load: the value is where it is.
    public func load(context: LoadContext, continuation: LoadContinuation<Value>) { continuation.resume(returning: nil) }

    /// Has nothing to tell: nobody else can change the value.
    public func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription { SharedSubscription {} }

    /// Has nothing to save: the value is where it is.
    public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) { continuation.resume() }
}

extension SharedReaderKey {
    /// A value that everybody shares who uses the name, as long as the program runs.
    ///
    /// Each test has its own. Reading takes about as long as a lock, writing twice that.
    ///
    /// ```swift
    /// @Shared(.inMemory("events")) var events: [String] = []
    /// ```
    ///
    /// - Parameter name: The name.
    /// - Returns: The key.
    public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(name) }

    /// The identifier, if it is that of an `.inMemory` key.
    var inMemoryID: InMemoryKeyID? {
        // The types have just been compared; a cast takes longer.
        ID.self == InMemoryKeyID.self ? unsafeBitCast(id, to: InMemoryKeyID.self) : nil
    }

    /// The reference of a bound `.inMemory` key, if there is one.
    func keptInMemory() throws -> StoredReference<Value>? {
        guard let id = inMemoryID, let kept = id.place.storage.reference(named: id.name) else { return nil }
        return try kept.cast(for: self)
    }
}
