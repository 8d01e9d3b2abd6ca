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
    private let channels = ChannelTable()

    init(_ files: any FileSystem) { self.files = files }

    /// The disk.
    public static let disk = FileStorage(DiskFiles())

    /// A file system of one's own in memory, with the same behaviour.
    ///
    /// - Parameter files: What is in it at first.
    /// - Returns: The storage.
    public static func inMemory(_ files: [URL: Data] = [:]) -> FileStorage {
        let memory = MemoryFiles()
        for (url, data) in files { memory.set(data, memory.path(of: url)) }
        return FileStorage(memory)
    }
}

extension FileStorage {
    /// What is in a file; nil if it is missing.
    ///
    /// - Parameter url: The file.
    /// - Returns: Its bytes.
    /// - Throws: ``SharedError`` if it cannot be read.
    public func data(at url: URL) throws -> Data? { try files.read(path(of: url, to: "read")) }

    /// Puts bytes into a file, as another process would; nil removes it.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - url: The file.
    /// - Throws: ``SharedError`` if it cannot be written.
    public func write(_ data: Data?, to url: URL) throws {
        let path = try path(of: url, to: "written")
        if let data { try files.write(data, files.target(of: path)) } else { try files.remove(path) }
    }

    private func path(of url: URL, to action: String) throws -> String {
        // The path of a URL whose escapes are not UTF-8 is empty.
        if url.isFileURL && !url.path.isEmpty { return files.path(of: url) }
        let reason = "It is not the URL of a file. Make it with URL(filePath:)."
        throw SharedError.file(path: url.absoluteString, action: action, reason: reason)
    }

    /// What reads and writes a file here: one for each file that is in use, under whatever names.
    func channel(_ url: URL, to action: String) throws -> FileChannel {
        let path = try path(of: url, to: action)
        let target = files.target(of: path)
        if let live = channels.find(path, target) { return live }
        return channels.enter(FileChannel(path, files, clock: Self.clockInEffect(), in: channels), path, target)
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
