import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

/// What the rights of a process allow.
@Suite(.serialized) struct DiskFilesTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test(arguments: ["as-nobody", "as-nobody-for-now"])
    func `H8 a file that may not be read is kept, and a directory that may not be written or listed is an error`(scene: String) throws {
        try Data("\"secret\"".utf8).write(to: folder.file("secret.json"))
        try FileManager.default.createDirectory(at: folder.file("closed"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.file("unlisted"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.file("shut"), withIntermediateDirectories: true)
        try Data("\"found\"".utf8).write(to: folder.file("unlisted/value.json"))
        try Data("\"of a group\"".utf8).write(to: folder.file("group.json"))
        let rights: [(String, Int)] = [
            ("secret.json", 0o000), ("closed", 0o555), ("unlisted", 0o711), ("shut", 0o600), ("group.json", 0o664), ("", 0o777),
        ]
        for (name, mode) in rights {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
        }
        #expect(
            try Probe(scene, folder.url.path).output() == """
                unreadable: default read: Permission denied
                unreadable, written: no error
                spoiled, written: no error
                read-only: written: Permission denied
                read-only: kept in memory written: Permission denied
                unlisted: found watched: Permission denied
                shut: default read: Permission denied

                """)
        #expect(folder.text("secret.json") == "\"mine again\"")
        // Nobody but its owner may read what has taken the name of a file that nobody might.
        let replaced = try FileManager.default.attributesOfItem(atPath: folder.file("secret.json").path)
        #expect(replaced[.posixPermissions] as? Int == 0o600)
        // Where the file cannot be given to its group again, the rights of that group are no other's.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("group.json").path)
        let isKept = attributes[.groupOwnerAccountID] as? Int == Int(getgid()) && getuid() != 0
        #expect(folder.text("group.json") == "\"rewritten\"")
        #expect(attributes[.posixPermissions] as? Int == (isKept ? 0o664 : 0o644))
        #expect(folder.text("secret.json.corrupt") == "\"secret\"")
        #expect(folder.text("secret.json.corrupt-2") == "spoiled")
    }

    @Test func `H16 a file that could not be opened for once is kept before it is replaced`() throws {
        try Data("[1,2,3]".utf8).write(to: folder.file())
        let text = try Probe("no-descriptors", folder.file().path).output()
        #expect(text == "[] an error\n[4]\n")
        #expect(folder.text() == "[4]")
        #expect(folder.text("value.json.corrupt") == "[1,2,3]")
    }

    @Test func `H16 a file that could not be opened for once is loaded when it can be`() throws {
        try Data("\"stored\"".utf8).write(to: folder.file())
        #expect(try Probe("no-watcher", folder.file().path).output() == "default an error\nstored\nno error\n")
    }

    @Test(.timeLimit(.minutes(15)), .dependencies { $0.defaultFileStorage = .disk })
    func `H8 what is no regular file is an error, and stays what it is`() async throws {
        #expect(mkfifo(folder.file("pipe").path, 0o600) == 0)
        @Shared(.fileStorage(folder.file("pipe"))) var value = 1
        guard case .file(_, "read", "It is not a regular file.") = $value.loadError as? SharedError else {
            return #expect(Bool(false), "\($value.loadError as Any)")
        }
        $value.withLock { $0 = 2 }
        await #expect(throws: SharedError.self) { try await $value.save() }
        let type = try FileManager.default.attributesOfItem(atPath: folder.file("pipe").path)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
        #expect(folder.names == ["pipe"])
    }

    @Test(.dependencies { $0.defaultFileStorage = .disk })
    func `H8 where a directory cannot be, the error says what the system does`() async throws {
        try Data().write(to: folder.file("a"))
        // A path may end below a file, and at a name that is too long for a directory.
        let long = String(repeating: "d", count: 256)
        let places = [
            ("a/value.json", "Not a directory"), ("a/b/value.json", "Not a directory"), ("b/\(long)/value.json", "File name too long"),
        ]
        for (name, reason) in places {
            @Shared(.fileStorage(folder.file(name))) var value = 1
            $value.withLock { $0 = 2 }
            let error = await #expect(throws: SharedError.self) { try await $value.save() }
            #expect("\(error as Any)".contains(reason), "\(error as Any)")
        }
        // Also where a link leads nowhere yet.
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "gone/further")
        for (name, place) in [("b/c/value.json", "b/c/value.json"), ("link/value.json", "gone/further/value.json")] {
            @Shared(.fileStorage(folder.file(name))) var value = 1
            $value.withLock { $0 = 2 }
            try await $value.save()
            #expect(folder.text(place) == "2")
        }
    }
}
