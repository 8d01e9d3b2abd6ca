internal import DepotValues

/// A value that lives as long as the program; see ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
    private let base: InMemoryName

    init(_ name: String) { base = InMemoryName(name: name, storage: nil) }

    private init(_ base: InMemoryName) { self.base = base }
}

/// All that there is in an `.inMemory` key, whatever the type of its value.
struct InMemoryName: Sendable {
    let name: String
    let storage: InMemoryStorage?

    var place: InMemoryStorage { storage ?? DependencyValues.inEffect(\.defaultInMemoryStorage) }
    var id: InMemoryKeyID { InMemoryKeyID(name: name, storage: place.number) }
    var bound: InMemoryName { InMemoryName(name: name, storage: place) }
}

/// What tells an `.inMemory` key from others: its name, and where it is kept.
public struct InMemoryKeyID: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let storage: Int

    /// The key as it is written.
    public var description: String { "inMemory \"\(name)\"" }
}

extension InMemoryKey {
    /// What tells it from others.
    public var id: InMemoryKeyID { base.id }

    /// The key in the storage that is in effect here.
    public func bound() -> Self { Self(base.bound) }

    /// Has nothing to load: the value is where it is.
    public func load(context: LoadContext, continuation: LoadContinuation<Value>) { continuation.resume(returning: nil) }

    /// Has nothing to tell: nobody else can change the value.
    public func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription { SharedSubscription {} }

    /// Has nothing to save: the value is where it is.
    public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) { continuation.resume() }

    /// Keeps the reference, and with it the value, when no property does.
    func keep(_ reference: StoredReference<Value>) { base.place.keep(reference, named: base.name) }
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
}
