internal import Foundation

/// Replaces a file so that at any moment it is the old or the new one, whole, whatever happens.
///
/// The bytes go into a new file in the same directory, out to the disk, and then by one rename over the old name. The rename itself
/// reaches the disk with what the file system writes next: after a loss of power the file may be the old one.
enum AtomicFile {
    /// Replaces a file; directories are made as needed.
    ///
    /// - Parameters:
    ///   - path: The file, by a path without links.
    ///   - data: The new content.
    ///   - model: The file whose owner and mode it has afterwards; that one's own if nil.
    ///   - rights: What is added to that mode.
    /// - Throws: ``SharedError/file(path:action:reason:)``; the old file is as it was then.
    static func replace(_ path: String, with data: Data, attributesOf model: String? = nil, adding rights: mode_t = 0) throws {
        var old = stat()
        let isReplaced = stat(model ?? path, &old) == 0
        old.st_mode |= rights
        let new = try TemporaryFile(for: path, mode: isReplaced ? 0o600 : 0o644)
        do {
            // Before there is anything to read in it.
            if isReplaced { new.takeAttributes(of: old) }
            try new.write(data, for: path)
            if rename(new.path, path) != 0 { throw SharedError.posix(path, "written") }
        } catch {
            unlink(new.path)
            throw error
        }
    }
}
