import Depot
import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Observation
import Testing

@Suite(.dependencies { $0.defaultFileStorage = .disk }) struct FileWatcherTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H9 an atomic replace, a plain write, a delete and a move are seen`() async throws {
        @Shared(.fileStorage(folder.file())) var value = 0
        try Data("1".utf8).write(to: folder.file(), options: .atomic)
        #expect(await wait(for: $value.values) { $0 == 1 } == 1)
        let handle = try FileHandle(forWritingTo: folder.file())
        try handle.write(contentsOf: Data("2".utf8))
        try handle.close()
        #expect(await wait(for: $value.values) { $0 == 2 } == 2)
        try FileManager.default.removeItem(at: folder.file())
        #expect(await wait(for: $value.values) { $0 == 0 } == 0)
        try Data("3".utf8).write(to: folder.file("other"))
        try FileManager.default.moveItem(at: folder.file("other"), to: folder.file())
        #expect(await wait(for: $value.values) { $0 == 3 } == 3)
        try FileManager.default.moveItem(at: folder.file(), to: folder.file("other"))
        #expect(await wait(for: $value.values) { $0 == 0 } == 0)
    }

    @Test func `H9 a file is seen whose directories are made later`() async throws {
        @Shared(.fileStorage(folder.file("a/b/value.json"))) var value = 0
        try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
        try Data("1".utf8).write(to: folder.file("a/b/value.json"))
        #expect(await wait(for: $value.values) { $0 == 1 } == 1)
    }
}
