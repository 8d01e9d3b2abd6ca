#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that one process at a time, and one task of it, can hold.
///
/// It is beside the file to change and stays empty. The system takes the lock from a process that dies.
enum FileLock {
    /// Waits for the lock, and does something while holding it.
    static func hold<Answer>(_ path: String, _ body: () throws(Problem) -> Answer) throws(Problem) -> Answer {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, "cannot be opened") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .file(path, "cannot be locked") }
        }
        return try body()
    }
}

extension Problem {
    /// What the system has just complained about, by `errno`.
    static func file(_ path: String, _ what: String) -> Problem {
        let reason = String(cString: strerror(errno))
        return Problem(
            .fileAccess, "A file \(what): \(reason.lowercased()).", at: path,
            fix: "make it accessible to you, or choose another directory with --home DIR.")
    }
}
