import Foundation

@testable import popcorn

/// A directory that is gone when the test releases it.
final class TemporaryHome: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "popcorn-test-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// A file in it.
    func file(_ path: String) -> URL { url.appending(path: path) }

    /// What a file in it says, or nil where there is none.
    func text(of path: String) -> String? { try? String(contentsOf: file(path), encoding: .utf8) }

    /// Replaces a piece of text in a file.
    func edit(_ path: String, _ change: (String) throws -> String) throws {
        let text = try String(contentsOf: file(path), encoding: .utf8)
        try change(text).write(to: file(path), atomically: true, encoding: .utf8)
    }

    /// Makes a program in it.
    func program(_ name: String, _ script: String) throws {
        // By another process: what a process that is started elsewhere meanwhile inherits open for writing cannot be run.
        let write = #"printf '%s' "$1" > "$2" && chmod 755 "$2""#
        if !Programs.run(URL(filePath: "/bin/sh"), ["-c", write, "sh", script, file(name).path]) { throw CocoaError(.fileWriteUnknown) }
    }

    /// The permission bits of a file.
    func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(path).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
