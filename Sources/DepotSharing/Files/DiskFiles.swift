internal import Foundation

/// The disk.
struct DiskFiles: FileSystem {
    var outlivesProcess: Bool { true }

    func path(of url: URL) -> String { url.path.hasPrefix("/") ? url.path : URL(filePath: url.path).path }

    func target(of path: String) -> String {
        // What is missing is found by a route only.
        guard let real = realpath(path, nil) else { return Route(path).target }
        defer { free(real) }
        // One that is not UTF-8 is no text: what the links lead to is left to the system then.
        return String(validatingCString: real) ?? path
    }

    func read(_ path: String) throws -> Data? {
        if let data = try content(of: path) { return data }
        // Of a path through a directory that is not there the system knows nothing, also where `..` leaves that again: the file is written by its route.
        let target = path.contains("/..") ? Route(path).target : path
        return target == path ? nil : try content(of: target)
    }

    private func content(of path: String) throws -> Data? {
        // A pipe is not even opened: its writer would take this for its reader.
        var info = stat()
        let descriptor = stat(path, &info) != 0 ? -1 : try openFile(path, info)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SharedError.posix(path, "read")
        }
        defer { close(descriptor) }
        return try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            var data = Data()
            while true {
                let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(data.count))
                if count == 0 { return data }
                if count > 0 {
                    data.append(contentsOf: buffer[..<count])
                } else if errno != EINTR {
                    throw SharedError.posix(path, "read")
                }
            }
        }
    }

    private func openFile(_ path: String, _ info: stat) throws -> Int32 {
        switch info.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SharedError.file(path: path, action: "read", reason: String(cString: strerror(EISDIR)))
        default: throw SharedError.file(path: path, action: "read", reason: "It is not a regular file.")
        }
        return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }

    func write(_ data: Data, _ path: String) throws {
        // Every other link has been followed; this one itself would be replaced.
        if Route.isLink(path) {
            let reason = "It is a link to a name that is not UTF-8. Let the link lead to another name."
            throw SharedError.file(path: path, action: "written", reason: reason)
        }
        try AtomicFile.replace(path, with: data)
    }

    func keep(_ data: Data, of path: String, in other: String) throws {
        // What takes the name of a file that this process may not read is its own, and is to be read again.
        try AtomicFile.replace(other, with: data, attributesOf: path, adding: isForbidden(path) ? S_IRUSR | S_IWUSR : 0)
    }

    func remove(_ path: String) throws {
        if unlink(path) != 0 && errno != ENOENT { throw SharedError.posix(path, "removed") }
    }

    func isForbidden(_ path: String) -> Bool {
        // `open` checks the effective user's rights, `access` those of the real user.
        func may(_ mode: Int32) -> Bool { faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 }
        return may(F_OK) && !may(R_OK) && errno == EACCES
    }

    func move(_ path: String, to other: String) throws {
        if rename(path, other) != 0 { throw SharedError.posix(path, "kept aside") }
    }

    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription {
        try FileWatcher.watch(path, changed: changed, failed: failed)
    }
}

extension SharedError {
    /// The error that the system has reported, as it has just now.
    ///
    /// What the system calls busy is a name that it may not take from its file.
    static func posix(_ path: String, _ action: String, _ code: Int32 = errno) -> SharedError {
        let mounted = "It is mounted by itself, as one file of a container, so no new file can take its name. Mount its directory."
        return .file(path: path, action: action, reason: code == EBUSY ? mounted : String(cString: strerror(code)))
    }
}
