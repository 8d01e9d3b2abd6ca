internal import Foundation

/// A new file next to another one, which is going to take its name.
///
/// It is locked as long as it is open. So one that another process has left behind is known by its lock, which ends with
/// the process, and not by a process's number, which means nothing in another container. Its name depends on the file's alone:
/// a killed process's file is found without a look at the rest of the directory.
struct TemporaryFile: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// How often it is tried, with one name or another.
    private static let attempts = 1000

    /// How often its directory is made: others may remove it, and one that is there may take no file at all.
    private static let directories = 10

    /// Makes a file, and its directory as needed.
    ///
    /// It is for the file `target`; the process's mask takes from `mode`.
    init(for target: String, mode: mode_t) throws {
        var number = 1
        var made = 0
        for _ in 0..<Self.attempts {
            let path = Self.path(for: target, number)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 {
                if Self.isOwned(descriptor, path, isNew: true) {
                    self.path = path
                    self.descriptor = descriptor
                    Self.removeLeftover(Self.path(for: target, number + 1))
                    return
                }
                // Another process took it for a leftover before it was locked. That one goes on; this one lets it pass, since two that
                // keep step would take each other's files for ever.
                close(descriptor)
                usleep(.random(in: 50...1000))
            } else if errno == ENOENT, made < Self.directories {
                made += 1
                try Self.makeDirectory(of: target)
            } else if errno != EEXIST {
                throw SharedError.posix(target, "written")
            } else if !Self.removeLeftover(path) {
                number += 1
            }
        }
        errno = EEXIST
        throw SharedError.posix(target, "written")
    }

    deinit { close(descriptor) }

    /// `.value.json.depot-1`, or shorter where the name would be too long for a directory.
    static func path(for target: String, _ number: Int) -> String {
        FileName.beside(target, prefix: ".", suffix: ".depot-\(number)")
    }

    private static func makeDirectory(of target: String) throws {
        if make(FileName.directory(of: target)) { return }
        let reason = "its directory cannot be made: \(String(cString: strerror(errno)))"
        throw SharedError.file(path: target, action: "written", reason: reason)
    }

    /// Makes a directory and those that it lies in; false, with the system's error, where that cannot be.
    private static func make(_ directory: String) -> Bool {
        // A link that leads nowhere is not in the way: the file's path has none any more.
        func isThere() -> Bool { mkdir(directory, 0o777) == 0 || errno == EEXIST }
        return isThere() || errno == ENOENT && make(FileName.directory(of: directory)) && isThere()
    }

    /// Removes a file that nobody has open.
    ///
    /// - Returns: Whether it is gone.
    @discardableResult
    private static func removeLeftover(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 { return false }
        defer { close(descriptor) }
        return isOwned(descriptor, path, isNew: false) && unlink(path) == 0
    }

    /// Whether an open file is this process's alone, and still has its name.
    private static func isOwned(_ descriptor: Int32, _ path: String, isNew: Bool) -> Bool {
        // Where there are no locks, a new file is the own one as its name was free, and no other may be touched.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return isNew && errno != EWOULDBLOCK }
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev && opened.st_mode & S_IFMT == S_IFREG
    }
}

extension TemporaryFile {
    /// Writes bytes and brings them to the disk.
    borrowing func write(_ data: Data, for target: String) throws {
        let descriptor = descriptor
        try data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(done))
                if count >= 0 { done += count } else if errno != EINTR { throw SharedError.posix(target, "written") }
            }
        }
        if fsync(descriptor) != 0 { throw SharedError.posix(target, "written") }
    }

    /// Gives it the owner, the group and the mode of another file, as far as the process may.
    borrowing func takeAttributes(of model: stat) {
        var own = stat()
        if fstat(descriptor, &own) != 0 { return }
        if own.st_uid != model.st_uid || own.st_gid != model.st_gid {
            // A process that may not give a file to another user can still give it to a group of its own.
            if fchown(descriptor, model.st_uid, model.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, model.st_gid) }
            if fstat(descriptor, &own) != 0 { return }
        }
        var mode = model.st_mode & 0o7777
        if own.st_uid != model.st_uid { mode &= 0o777 }
        // What was open to one group is not opened to another one.
        if own.st_gid != model.st_gid { mode &= (mode & 0o007) << 3 | 0o707 }
        if own.st_mode & 0o7777 != mode { fchmod(descriptor, mode) }
    }
}
