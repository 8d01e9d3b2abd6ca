internal import Foundation
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Replaces a file so that at any moment it is the old or the new one, whole, whatever happens.
///
/// The bytes go into a new file in the same directory, out to the disk, and then by one rename over the old name.
struct AtomicFile {
    private let path: String
    private let directory: String
    private let name: String

    private static let written = Atomic(0)

    /// - Parameter path: The file; if it is a symbolic link, what that points to is replaced.
    init(_ path: String) {
        var target = path
        if let resolved = realpath(path, nil) {
            target = String(cString: resolved)
            free(resolved)
        }
        self.path = target
        directory = (target as NSString).deletingLastPathComponent
        name = (target as NSString).lastPathComponent
    }

    /// - Parameter data: The new content.
    /// - Throws: ``SharedError/file(path:action:reason:)``; the old file is as it was then.
    func replace(with data: Data) throws {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw SharedError.file(path: path, action: "written", reason: "its directory cannot be made: \(error.localizedDescription)")
        }
        removeLeftovers()
        let number = Self.written.wrappingAdd(1, ordering: .relaxed).newValue
        let new = "\(directory)/\(prefix)\(getpid())-\(number)"
        do {
            try write(data, to: new)
            if rename(new, path) != 0 { throw SharedError.posix(path, "written") }
        } catch {
            unlink(new)
            throw error
        }
        // Only now is the rename itself sure to be on the disk; where that cannot be asked for, it comes later.
        let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }

    private func write(_ data: Data, to new: String) throws {
        var old = stat()
        let mode = stat(path, &old) == 0 ? old.st_mode & 0o7777 : 0o644
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if descriptor < 0 { throw SharedError.posix(path, "written") }
        defer { close(descriptor) }
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Self.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0 && errno == EINTR { continue }
                if count < 0 { throw SharedError.posix(path, "written") }
                rest = rest.dropFirst(count)
            }
        }
        if fsync(descriptor) != 0 { throw SharedError.posix(path, "written") }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

// MARK: - What a killed process leaves behind

extension AtomicFile {
    private var prefix: String { ".\(name).depot-" }

    /// Removes the new files of processes that are gone, which were killed before the rename.
    private func removeLeftovers() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return }
        for other in names where other.hasPrefix(prefix) {
            let process = other.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let id = Int32(process), kill(id, 0) != 0, errno == ESRCH else { continue }
            unlink("\(directory)/\(other)")
        }
    }
}
