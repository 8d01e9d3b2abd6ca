internal import Depot
public import DepotValues
public import Foundation

/// Where `.fileStorage` values are kept: on the disk, or in memory.
///
/// ```swift
/// withDependencies { $0.defaultFileStorage = .inMemory([url: Data("[1, 2]".utf8)]) } operation: { … }
/// ```
public final class FileStorage: Sendable {
    let number = StoreNumber.next()
    private let files: any FileSystem
    private let channels = Locked<[String: Entry]>([:])

    private struct Entry {
        weak var channel: FileChannel?
        let number: Int
    }

    init(_ files: any FileSystem) { self.files = files }

    /// The disk.
    public static let disk = FileStorage(DiskFiles())

    /// A file system of one's own in memory, with the same behaviour.
    ///
    /// - Parameter files: What is in it at first.
    /// - Returns: The storage.
    public static func inMemory(_ files: [URL: Data] = [:]) -> FileStorage {
        let contents = files.map { ($0.key.standardizedFileURL.path, $0.value) }
        return FileStorage(MemoryFiles(Dictionary(contents) { $1 }))
    }
}

extension FileStorage {
    /// What is in a file; nil if it is missing.
    ///
    /// - Parameter url: The file.
    /// - Returns: Its bytes.
    /// - Throws: ``SharedError`` if it cannot be read.
    public func data(at url: URL) throws -> Data? { try files.read(url.standardizedFileURL.path) }

    /// Puts bytes into a file, as another process would; nil removes it.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - url: The file.
    /// - Throws: ``SharedError`` if it cannot be written.
    public func write(_ data: Data?, to url: URL) throws {
        let path = url.standardizedFileURL.path
        if let data { try files.write(data, path) } else { try files.remove(path) }
    }

    /// What reads and writes a file here: one for each that is in use.
    func channel(_ path: String) -> FileChannel {
        if let live = channels.withLock({ $0[path]?.channel }) { return live }
        let number = StoreNumber.next()
        let made = FileChannel(path, files, clock: Self.clockInEffect()) { [weak self] in
            self?.channels.withLock { if $0[path]?.number == number { $0[path] = nil } }
        }
        return channels.withLock { channels in
            if let other = channels[path]?.channel { return other }
            channels[path] = Entry(channel: made, number: number)
            return made
        }
    }

    /// The clock in effect; reading it in an update closure reports nothing in a test that gives none.
    private static func clockInEffect() -> any Clock<Duration> {
        var clock: any Clock<Duration> = ContinuousClock()
        withDependencies({ clock = $0.continuousClock }, operation: {})
        return clock
    }
}

private enum FileStorageStoreKey: DependencyKey {
    static var liveValue: FileStorage { .disk }
    static var testValue: FileStorage { .inMemory() }
    static var previewValue: FileStorage { .inMemory() }
}

extension DependencyValues {
    /// Where `.fileStorage` values are kept: the disk, and an empty place in memory for each test.
    public var defaultFileStorage: FileStorage {
        get { self[FileStorageStoreKey.self] }
        set { self[FileStorageStoreKey.self] = newValue }
    }
}
