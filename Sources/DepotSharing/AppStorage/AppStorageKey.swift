internal import DepotValues

/// A value in user defaults; made by `SharedReaderKey.appStorage(_:store:)`.
public struct AppStorageKey<Value: Sendable>: SharedKey {
    private let name: String
    private let store: UserDefaultsStorage?
    private let coding: Coding

    /// How a value becomes what user defaults hold, and back.
    struct Coding: Sendable {
        let encode: @Sendable (Value) throws -> Any?
        let decode: @Sendable (Any) -> Value?
    }

    init(_ name: String, store: UserDefaultsStorage?, _ coding: Coding) {
        self.name = name
        self.store = store
        self.coding = coding
    }
}

/// What tells an `.appStorage` key from others: its name, and the store.
public struct AppStorageKeyID: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let store: ObjectIdentifier

    /// The key as it is written.
    public var description: String { "appStorage \"\(name)\"" }
}

extension AppStorageKey {
    private var place: UserDefaultsStorage { store ?? DependencyValues.inEffect(\.defaultAppStorage) }

    /// What tells it from others.
    public var id: AppStorageKeyID { AppStorageKeyID(name: name, store: place.identity) }

    /// The key in the store that is in effect here.
    public func bound() -> Self { Self(name, store: place, coding) }

    /// Loads at once.
    public func load(context: LoadContext, continuation: LoadContinuation<Value>) {
        do { continuation.resume(returning: try value(of: place.object(forKey: name))) } catch { continuation.resume(throwing: error) }
    }

    /// Tells of changes that other properties make, in any context; on Apple platforms those of all others as well.
    public func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        AppStorageFeed.shared.subscribe(subscriber.owner, to: name, in: place) { read in subscriber.yield { try value(of: read()) } }
    }

    /// Saves at once; nil removes the key.
    public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
        do {
            let (store, owner) = (place, continuation.token.reference)
            let object = try coding.encode(value)
            // What the property has from there could only undo what others have put there, or that they have removed it.
            let isWritten = continuation.token.isUnsaved || continuation.token.isDefault && store.object(forKey: name) == nil
            if isWritten { AppStorageFeed.shared.write(object, to: name, in: store, by: owner) }
            if context == .userInitiated { store.synchronize() } else { UserDefaultsFlush.shared.note(store) }
            continuation.resume()
            if isWritten { AppStorageFeed.shared.wrote(object, to: name, in: store, by: owner) }
        } catch {
            continuation.resume(throwing: error)
        }
    }

    private func value(of object: Any?) throws -> Value? {
        guard let object else { return nil }
        if let value = coding.decode(object) { return value }
        throw SharedError.undecodableDefault(key: name, type: "\(Value.self)", found: "\(type(of: object))")
    }
}
