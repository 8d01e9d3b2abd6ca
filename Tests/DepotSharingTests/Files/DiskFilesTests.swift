import DepotTesting
import Foundation
import Testing

/// What the rights of a process allow.
@Suite(.serialized) struct DiskFilesTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H8 a file that may not be read is kept, and a directory that may not be written is an error`() throws {
        try Data("\"secret\"".utf8).write(to: folder.file("secret.json"))
        try FileManager.default.createDirectory(at: folder.file("closed"), withIntermediateDirectories: true)
        let rights: [(String, Int)] = [("secret.json", 0o000), ("closed", 0o555), ("", 0o777)]
        for (name, mode) in rights {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
        }
        #expect(
            try Probe("as-nobody", folder.url.path).output() == """
                unreadable: default read: Permission denied
                unreadable, written: no error
                read-only: written: Permission denied
                read-only: kept in memory written: Permission denied

                """)
        #expect(folder.text("secret.json") == "\"mine\"")
        #expect(folder.text("secret.json.corrupt") == "\"secret\"")
    }
}
