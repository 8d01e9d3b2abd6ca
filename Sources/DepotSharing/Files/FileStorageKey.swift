internal import DepotValues
public import Foundation

/// A value in a file; see ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public struct FileStorageKey<Value: Sendable>: SharedKey {
    private let url: URL
    private let storage: FileStorage?
    private let coding: FileCoding<Value>

    init(_ url: URL, storage: FileStorage?, _ coding: FileCoding<Value>) {
        self.url = url
        self.storage = storage
        self.coding = coding
    }
}

/// How a value becomes the content of a file, and back.
struct FileCoding<Value: Sendable>: Sendable {
    let encode: @Sendable (Value) throws -> Data
    let decode: @Sendable (Data) throws -> Value
}

/// What tells a `.fileStorage` key from others: the path, and the storage.
public struct FileStorageKeyID: Hashable, Sendable, CustomStringConvertible {
    let path: String
    let storage: Int

    /// The key as it is written.
    public var description: String { "fileStorage \"\(path)\"" }
}

extension FileStorageKey {
    private var place: FileStorage { storage ?? DependencyValues.inEffect.defaultFileStorage }
    private var path: String { url.standardizedFileURL.path }

    /// What tells it from others.
    public var id: FileStorageKeyID { FileStorageKeyID(path: path, storage: place.number) }

    /// The key in the storage that is in effect here.
    ///
    /// - Returns: That key.
    public func bound() -> Self { Self(url, storage: place, coding) }

    /// Loads at once.
    ///
    /// - Parameters:
    ///   - context: Who asks.
    ///   - continuation: Takes the value; nil if the file is missing or empty.
    public func load(context: LoadContext, continuation: LoadContinuation<Value>) {
        do {
            continuation.resume(returning: try place.channel(path).load(coding))
        } catch {
            continuation.resume(throwing: error)
        }
    }

    /// Tells of changes that others make to the file, within a second.
    ///
    /// - Parameter subscriber: Takes the changes.
    /// - Returns: What ends it.
    public func subscribe(subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        place.channel(path).subscribe(coding, subscriber)
    }

    /// Saves soon: the first time at once, then at most once a second, and at exit.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - context: Why; what somebody waits for is written without delay.
    ///   - continuation: Takes the outcome.
    public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
        place.channel(path).save(value, coding, isUrgent: context == .userInitiated, continuation)
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
                if let encoder { return try encoder.encode(value) }
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(value)
            },
            decode: { try (decoder ?? JSONDecoder()).decode(Value.self, from: $0) })
        return FileStorageKey(url, storage: nil, coding)
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
        FileStorageKey(url, storage: nil, FileCoding(encode: encode, decode: decode))
    }
}
