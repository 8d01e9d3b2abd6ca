import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

/// Who may read and write a file, and whose it is, after it was replaced.
@Suite(.serialized, .dependencies { $0.defaultFileStorage = .disk }) struct FileAttributesTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func mode(_ name: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int)
    }

    private func make(_ name: String, _ text: String, mode: Int) throws {
        try Data(text.utf8).write(to: folder.file(name))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name).path)
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o660, 0o666, 0o777]) func `H18 a file keeps its mode`(mode: Int) async throws {
        try make("value.json", "1", mode: mode)
        @Shared(.fileStorage(folder.file())) var value = 0
        $value.withLock { $0 += 1 }
        try await $value.save()
        #expect(folder.text() == "2")
        #expect(try self.mode("value.json") == mode)
    }

    @Test func `H18 the umask is for new files only`() throws {
        try make("a.json", "\"old\"", mode: 0o644)
        try make("b.json", "\"old\"", mode: 0o666)
        #expect(try Probe("narrow-umask", folder.url.path).output() == "")
        #expect(folder.text("a.json") == "\"rewritten\"")
        #expect(try [mode("a.json"), mode("b.json"), mode("new.json")] == [0o644, 0o666, 0o600])
    }

    @Test(arguments: [0o600, 0o640, 0o444]) func `H18 a copy is never more readable than what it copies`(mode: Int) async throws {
        try make("value.json", "a secret", mode: mode)
        @Shared(.fileStorage(folder.file())) var value = 0
        $value.withLock { $0 += 1 }
        try await $value.save()
        #expect(folder.text("value.json.corrupt") == "a secret")
        #expect(try self.mode("value.json.corrupt") == mode)
        #expect(try self.mode("value.json") == mode)
    }

    @Test func `H18 a file keeps its owner where that is allowed`() async throws {
        // Only root may give a file away; what others keep is the group.
        guard getuid() == 0 else { return }
        try make("value.json", "1", mode: 0o640)
        #expect(chown(folder.file().path, 65534, 65534) == 0)
        @Shared(.fileStorage(folder.file())) var value = 0
        $value.withLock { $0 += 1 }
        try await $value.save()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file().path)
        #expect(attributes[.ownerAccountID] as? Int == 65534)
        #expect(attributes[.groupOwnerAccountID] as? Int == 65534)
        #expect(try mode("value.json") == 0o640)
    }
}
