import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

/// One file under several names, and names that are unusual.
@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct FileNamesTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
    }

    @Test func `H1 a file has one value under all its names`() async throws {
        try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: folder.file("a/value.json"))
        try link("link.json", to: "a/value.json")
        try link("directory", to: "a/b")
        let names = ["a/value.json", "link.json", "directory/../value.json", "a/b/.././value.json"]
        let all = names.map { Shared(wrappedValue: 0, .fileStorage(URL(fileURLWithPath: folder.url.path + "/" + $0))) }
        for (index, shared) in all.enumerated() {
            shared.withLock { $0 += 1 }
            #expect(all.map(\.wrappedValue) == Array(repeating: index + 2, count: 4))
        }
        try await all[1].save()
        #expect(folder.text("a/value.json") == "5")
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.json").path)) == "a/value.json")
    }

    @Test func `H9 a link that leads nowhere yet is written through`() async throws {
        try FileManager.default.createDirectory(at: folder.file("a"), withIntermediateDirectories: true)
        try link("link.json", to: "a/value.json")
        @Shared(.fileStorage(folder.file("link.json"))) var value = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        #expect(folder.text("a/value.json") == "1")
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.json").path)) == "a/value.json")
    }

    @Test func `H8 a ring of links is an error`() async throws {
        try link("one.json", to: "two.json")
        try link("two.json", to: "one.json")
        @Shared(.fileStorage(folder.file("one.json"))) var value = 0
        #expect($value.loadError != nil)
        $value.withLock { $0 = 1 }
        await #expect(throws: SharedError.self) { try await $value.save() }
        #expect(folder.names == ["one.json", "two.json"])
    }

    @Test(arguments: [240, 250, 255]) func `H7 a long name can be saved, and what it held is kept`(length: Int) async throws {
        let name = String(repeating: "n", count: length)
        try Data("no number".utf8).write(to: folder.file(name))
        @Shared(.fileStorage(folder.file(name))) var value = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        #expect(folder.text(name) == "1")
        let others = folder.names.filter { $0 != name }
        #expect(others.count == 1 && others[0].hasSuffix(".corrupt") && folder.text(others[0]) == "no number")
    }

    #if !canImport(Darwin)
        @Test func `H1 two names that only Unicode takes for one are two files`() async throws {
            let names = ["caf\u{e9}.json", "cafe\u{301}.json"]
            for storage in [FileStorage.disk, .inMemory()] {
                try await withDependencies {
                    $0.defaultFileStorage = storage
                } operation: {
                    for (index, name) in names.enumerated() { try storage.write(Data("\(index)".utf8), to: folder.file(name)) }
                    let all = names.map { Shared(wrappedValue: 9, .fileStorage(folder.file($0))) }
                    #expect(all.map(\.wrappedValue) == [0, 1])
                    all[1].withLock { $0 = 2 }
                    try await all[1].save()
                    #expect(try names.map { try storage.data(at: folder.file($0)) } == [Data("0".utf8), Data("2".utf8)])
                }
            }
        }
    #endif

    @Test(arguments: ["\u{301}value.json", "\u{1F3FD}/\u{1F3FD}.json"])
    func `H6 a name that begins with an accent or a skin tone can be saved and is followed`(name: String) async throws {
        try FileManager.default.createDirectory(at: folder.file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try link("link.json", to: folder.file(name).path)
        @Shared(.fileStorage(folder.file(name))) var value = 0
        @Shared(.fileStorage(folder.file("link.json"))) var linked = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        #expect(folder.text(name) == "1" && linked == 1)
        try Data("2".utf8).write(to: folder.file(name))
        #expect(await wait(for: $value.values) { $0 == 2 } == 2)
    }

    @Test func `H8 a URL of something else than a file is an error`() async throws {
        let url = try #require(URL(string: "https://example.org" + folder.file().path))
        @Shared(.fileStorage(url)) var value = 0
        let reason = "It is not the URL of a file. Make it with URL(filePath:)."
        guard case .file(url.absoluteString, "read", reason) = $value.loadError as? SharedError else {
            return #expect(Bool(false), "\($value.loadError as Any)")
        }
        $value.withLock { $0 = 1 }
        await #expect(throws: SharedError.self) { try await $value.save() }
        guard case .file(url.absoluteString, "written", reason) = $value.saveError as? SharedError else {
            return #expect(Bool(false), "\($value.saveError as Any)")
        }
        #expect(folder.names == [])
        #expect(throws: SharedError.self) { try FileStorage.disk.write(Data(), to: url) }
        #expect(throws: SharedError.self) { try FileStorage.disk.data(at: url) }
    }

    @Test func `H7 what another process with the same number left behind is in nobody's way`() async throws {
        // Every process of a container may have the number 1, so no number says whether its process is gone.
        let process = ProcessInfo.processInfo.processIdentifier
        for number in 1...2000 { try Data("left".utf8).write(to: folder.file(".value.json.depot-\(process)-\(number)")) }
        try Data("left".utf8).write(to: folder.file(".value.json.depot-1"))
        @Shared(.fileStorage(folder.file())) var value = 0
        for number in 1...3 {
            $value.withLock { $0 = number }
            try await $value.save()
        }
        #expect(folder.text() == "3")
        #expect(!folder.names.contains(".value.json.depot-1"))
    }

    @Test func `H15 what is written through a link to a name that is not UTF-8 is there`() async throws {
        let odd = folder.url.path.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xE9), 0]
        #expect(mkdir(Array(odd), 0o755) == 0 && symlink(Array(odd), folder.file("link").path) == 0)
        let names = folder.names
        let url = folder.file("link/value.json")
        @Shared(.fileStorage(url)) var value = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        try #require(try FileStorage.disk.data(at: url) == Data("1".utf8))
        try Data("2".utf8).write(to: url)
        let shared = $value
        #expect(await eventually { shared.wrappedValue == 2 })
        #expect(folder.names == names)
    }

    @Test func `H7 a link to a file whose name is not UTF-8 stays, and writing it is an error`() async throws {
        for (name, isThere) in [("missing.json", false), ("there.json", true)] {
            let (link, odd) = (folder.file(name), folder.file(name).path.utf8CString.dropLast() + [CChar(bitPattern: 0xE9), 0])
            #expect(symlink(Array(odd), link.path) == 0)
            if isThere { try Data("1".utf8).write(to: link) }
            @Shared(.fileStorage(link)) var value = 0
            #expect(value == (isThere ? 1 : 0))
            $value.withLock { $0 = 2 }
            await #expect { try await $value.save() } throws: { "\($0)".contains("It is a link to a name that is not UTF-8.") }
            #expect(folder.text(name) == (isThere ? "1" : nil))
        }
    }

    @Test func `H15 a file whose path leaves a missing directory again is loaded and followed`() async throws {
        let url = URL(fileURLWithPath: folder.url.path + "/missing/a/../../value.json")
        @Shared(.fileStorage(url)) var value = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        #expect(folder.text() == "1")
        try #require(try FileStorage.disk.data(at: url) == Data("1".utf8))
        try Data("2".utf8).write(to: folder.file())
        let shared = $value
        #expect(await eventually { shared.wrappedValue == 2 })
    }

    @Test func `H15 a path that is not absolute is one from the current directory`() async throws {
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let url = try #require(URL(string: "file:" + String(repeating: "../", count: depth) + folder.file().path.dropFirst()))
        @Shared(.fileStorage(url)) var value = 0
        $value.withLock { $0 = 1 }
        try await $value.save()
        #expect(folder.text() == "1")
    }

    @Test func `H8 a URL whose path is not UTF-8 is an error`() async throws {
        let url = try #require(URL(string: folder.url.absoluteString + "/%E9.json"))
        @Shared(.fileStorage(url)) var value = 0
        #expect("\($value.loadError as Any)".contains("It is not the URL of a file."))
        await #expect(throws: SharedError.self) { try await $value.save() }
    }
}
