import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Bytes on disk that are replaced as a whole, and that only the user can read.
struct AtomicFile: Sendable {
    let path: String

    /// What is in it, or nil where it does not exist.
    func read() throws(Problem) -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .file(path, "cannot be read")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            return try handle.readToEnd() ?? Data()
        } catch {
            throw .file(path, "cannot be read")
        }
    }

    /// Replaces what is in it.
    ///
    /// Whoever reads meanwhile, or after a crash, finds the old or the new bytes, whole.
    ///
    /// The caller holds a ``FileLock``, so there is one writer at a time.
    func write(_ data: Data) throws(Problem) {
        let draft = path + ".new"
        let descriptor = open(draft, O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(draft, "cannot be written") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
        } catch {
            throw .file(draft, "cannot be written")
        }
        guard rename(draft, path) == 0 else { throw .file(path, "cannot be replaced") }
    }
}
