import Foundation

@testable import popcorn

/// A directory that is gone when the test lets go of it.
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
        try Data(script.utf8).write(to: file(name))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name).path)
    }

    /// The permission bits of a file.
    func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(path).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
