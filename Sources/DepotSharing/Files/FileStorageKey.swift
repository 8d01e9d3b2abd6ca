internal import DepotValues
public import Foundation

/// A value in a file; see ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public struct FileStorageKey<Value: Sendable>: SharedKey {
    private let url: URL
    private let coding: FileCoding<Value>
    /// What reads and writes the file; nil in a key that is not bound yet.
    private let place: Place?

    /// A file in a storage, found once for each property.
    private final class Place: Sendable {
        let storage: FileStorage
        let channel: Result<FileChannel, any Error>

        init(_ storage: FileStorage, _ channel: Result<FileChannel, any Error>) {
            self.storage = storage
            self.channel = channel
        }
    }

    init(_ url: URL, _ coding: FileCoding<Value>) { self.init(url, coding, nil) }

    private init(_ url: URL, _ coding: FileCoding<Value>, _ place: Place?) {
        self.url = url
        self.coding = coding
        self.place = place
    }
}

/// How a value becomes the content of a file, and back.
final class FileCoding<Value: Sendable>: Sendable {
    /// Gives bytes in memory of their own.
    let encode: @Sendable (Value) throws -> Data
    let decode: @Sendable (Data) throws -> Value

    init(encode: @escaping @Sendable (Value) throws -> Data, decode: @escaping @Sendable (Data) throws -> Value) {
        self.encode = encode
        self.decode = decode
    }

    /// The value in the bytes of a file; nil if it is missing or empty.
    func value(in data: Data?, _ path: String) throws -> Value? {
        guard let data, !data.isEmpty else { return nil }
        do {
            return try decode(data)
        } catch {
            throw SharedError.undecodable(path: path, type: "\(Value.self)", reason: "\(error)")
        }
    }
}

/// What tells a `.fileStorage` key from others: the file, which may have several names, and the storage.
public struct FileStorageKeyID: Hashable, Sendable, CustomStringConvertible {
    private let path: String
    /// That of the channel of a file in use; of a file that cannot be used, that of the storage.
    private let number: Int
    private let isUsable: Bool

    fileprivate init(_ path: String, _ number: Int, isUsable: Bool) {
        self.path = path
        self.number = number
        self.isUsable = isUsable
    }

    /// Whether two keys mean the same file.
    public static func == (a: Self, b: Self) -> Bool { a.number == b.number && (a.isUsable || a.path == b.path) }

    /// Hashes the file.
    ///
    /// - Parameter hasher: Takes what tells the file from others.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The key as it is written.
    public var description: String { "fileStorage \"\(path)\"" }
}

extension FileStorageKey {
    private var placeInEffect: Place {
        if let place { return place }
        let storage = DependencyValues.inEffect(\.defaultFileStorage)
        return Place(storage, Result { try storage.channel(url, to: "read") })
    }

    /// What tells it from others.
    ///
    /// It stays the same as long as the file is in use by a property or a bound key.
    public var id: FileStorageKeyID {
        let place = placeInEffect
        switch place.channel {
        case .success(let channel): return FileStorageKeyID(url.path, channel.number, isUsable: true)
        case .failure: return FileStorageKeyID(url.absoluteString, place.storage.number, isUsable: false)
        }
    }

    /// The key in the storage that is in effect here.
    public func bound() -> Self { Self(url, coding, placeInEffect) }

    /// Loads at once for a new property; `load()` loads in turn with what is heard of the file.
    public func load(context: LoadContext, continuation: LoadContinuation<Value>) {
        do {
            let channel = try placeInEffect.channel.get()
            if context == .userInitiated { return channel.reload(coding, continuation) }
            continuation.resume(returning: try channel.load(coding))
        } catch {
            continuation.resume(throwing: error)
        }
    }

    /// Tells of changes that others make to the file, within a second.
    public func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        guard case .success(let channel) = placeInEffect.channel else { return SharedSubscription {} }
        return channel.subscribe(coding, subscriber)
    }

    /// Saves soon: the first time at once, then at most once a second, and at exit.
    public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
        do {
            try placeInEffect.channel.get().save(value, coding, isUrgent: context == .userInitiated, continuation)
        } catch {
            continuation.resume(throwing: SharedError.ofWriting(error))
        }
    }
}

extension SharedReaderKey {
    /// A value in a file, as JSON.
    ///
    /// Each write replaces the file atomically, and the last value is what is there at rest. Changes that other processes
    /// make are seen. Each test has an empty file system of its own, in memory.
    ///
    /// ```swift
    /// @Shared(.fileStorage(.meetingsURL)) var meetings: [Meeting] = []
    /// ```
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - decoder: Reads it; the usual one if nil.
    ///   - encoder: Writes it; one with sorted keys if nil.
    /// - Returns: The key.
    public static func fileStorage<Value: Codable & Sendable>(
        _ url: URL, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil
    ) -> Self where Self == FileStorageKey<Value> {
        let coding = FileCoding<Value>(
            encode: { value in
                if let encoder { return try encoder.encode(value).copy }
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(value)
            },
            decode: { try (decoder ?? JSONDecoder()).decode(Value.self, from: $0) })
        return FileStorageKey(url, coding)
    }

    /// A value in a file, in a format of one's own.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - decode: Makes a value of the file's bytes.
    ///   - encode: Makes the file's bytes of a value.
    /// - Returns: The key.
    public static func fileStorage<Value: Sendable>(
        _ url: URL, decode: @escaping @Sendable (Data) throws -> Value, encode: @escaping @Sendable (Value) throws -> Data
    ) -> Self where Self == FileStorageKey<Value> {
        FileStorageKey(url, FileCoding(encode: { try encode($0).copy }, decode: decode))
    }
}
