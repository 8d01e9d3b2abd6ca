import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A directory that one process at a time, and one task of it, can hold to change what is in it.
///
/// The system takes the lock from a process that dies. Who holds a directory must not wait for it again.
enum FileLock {
    /// Makes the directory, for the user alone, where it is not there.
    static func make(_ directory: URL, for title: String) throws(Problem) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Problem(
                .fileAccess, "The directory for the \(title) cannot be made.", at: directory.path,
                fix: "make it accessible to you, or choose another directory with --home DIR.")
        }
    }

    /// Waits for the lock, and does something while holding it.
    static func hold<Answer>(directory path: String, _ body: () throws(Problem) -> Answer) throws(Problem) -> Answer {
        let descriptor = try lock(path)
        defer { close(descriptor) }
        return try body()
    }

    /// Waits for the lock on a thread of its own, so that tasks go on meanwhile.
    ///
    /// - Returns: What gives the lock back.
    static func take(directory path: String) async throws(Problem) -> @Sendable () -> Void {
        let outcome = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { () throws(Problem) in try lock(path) })
            }
        }
        let descriptor = try outcome.get()
        return { close(descriptor) }
    }

    private static func lock(_ path: String) throws(Problem) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path, "cannot be opened") }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                defer { close(descriptor) }
                throw .file(path, "cannot be locked")
            }
        }
        return descriptor
    }
}

extension Problem {
    /// What the system has just complained about, by `errno`.
    static func file(_ path: String, _ what: String) -> Problem {
        let reason = String(cString: strerror(errno))
        return Problem(
            .fileAccess, "\(path.split(separator: "/").last ?? "/") \(what): \(reason.lowercased()).", at: path,
            fix: "make it accessible to you, or choose another directory with --home DIR.")
    }
}
