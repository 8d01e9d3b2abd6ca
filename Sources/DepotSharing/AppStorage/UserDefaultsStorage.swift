internal import Depot
public import DepotValues
public import Foundation

/// Where `.appStorage` values are kept: user defaults, or a place in memory.
///
/// ```swift
/// withDependencies { $0.defaultAppStorage = UserDefaultsStorage(suite) } operation: { … }
/// ```
public final class UserDefaultsStorage: @unchecked Sendable {  // `UserDefaults` may be used from any thread; the rest is a lock.
    private let defaults: UserDefaults?
    private let objects = Locked<[String: Object]>([:])

    private final class Object: @unchecked Sendable {  // An object of a property list, which nobody changes.
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    private init(_ defaults: UserDefaults?) { self.defaults = defaults }

    /// Stores values in user defaults.
    ///
    /// - Parameter defaults: The user defaults.
    public convenience init(_ defaults: sending UserDefaults) { self.init(defaults as UserDefaults?) }

    /// Those of the app.
    public static let standard = UserDefaultsStorage(UserDefaults.standard as UserDefaults?)

    /// Empty ones in memory, with the same behaviour.
    ///
    /// - Returns: The storage.
    public static func inMemory() -> UserDefaultsStorage { UserDefaultsStorage(nil as UserDefaults?) }

    /// What tells one store from another; two storages of one `UserDefaults` object are the same.
    var identity: ObjectIdentifier { defaults.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self) }

    /// Whether both may hold the same values: two objects can stand for the same user defaults, and a place in memory is its own.
    func mayShare(with other: UserDefaultsStorage) -> Bool {
        identity == other.identity || (defaults != nil && other.defaults != nil)
    }

    /// Whether what is not written to the disk at exit is lost.
    var outlivesProcess: Bool { defaults != nil }
}

extension UserDefaultsStorage {
    /// What is stored under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: An object of a property list, nil if there is none.
    public func object(forKey key: String) -> Any? {
        if let defaults { return Self.inTurn { defaults.object(forKey: key) } }
        return objects.withLock { $0[key] }?.value
    }

    /// Stores an object under a key, and tells the properties with that key; nil removes it.
    ///
    /// - Parameters:
    ///   - object: An object of a property list.
    ///   - key: The key.
    public func set(_ object: Any?, forKey key: String) {
        put(object, forKey: key)
        AppStorageFeed.shared.look(for: key, in: self)
    }

    func put(_ object: Any?, forKey key: String) {
        if let defaults {
            Self.inTurn { if let object { defaults.set(object, forKey: key) } else { defaults.removeObject(forKey: key) } }
        } else {
            let object = object.map { Object($0) }
            _ = objects.withLock { objects in
                defer { objects[key] = object }
                return objects[key]
            }
        }
    }

    /// Writes what has changed to the disk.
    func synchronize() { Self.inTurn { _ = defaults?.synchronize() } }
}

extension UserDefaultsStorage {
    #if !canImport(Darwin)
        private static let turn = Locked(())
    #endif

    /// Calls a closure that uses user defaults; on Linux one thread after the other.
    ///
    /// Foundation there loses sight of a write for a millisecond or more while another thread reads: in one of six rounds of one that writes and
    /// reads beside one that reads only. It calls nobody back meanwhile, so the lock is held over none of the user's code; on Apple platforms,
    /// where it does, there is none.
    private static func inTurn<Result>(_ body: () -> Result) -> Result {
        #if canImport(Darwin)
            body()
        #else
            turn.withLock { _ in body() }
        #endif
    }
}

private enum UserDefaultsStorageKey: DependencyKey {
    static var liveValue: UserDefaultsStorage { .standard }
    static var testValue: UserDefaultsStorage { .inMemory() }
    static var previewValue: UserDefaultsStorage { .inMemory() }
}

extension DependencyValues {
    /// Where `.appStorage` values are kept: the user defaults of the app, and an empty place for each test.
    public var defaultAppStorage: UserDefaultsStorage {
        get { self[UserDefaultsStorageKey.self] }
        set { self[UserDefaultsStorageKey.self] = newValue }
    }
}
