import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import DepotSharing

/// The disk, whose changes are heard of by who looks alone.
private struct UntoldFiles: FileSystem {
    private let disk = DiskFiles()
    var outlivesProcess: Bool { false }

    func path(of url: URL) -> String { disk.path(of: url) }
    func target(of path: String) -> String { disk.target(of: path) }
    func read(_ path: String) throws -> Data? { try disk.read(path) }
    func write(_ data: Data, _ path: String) throws { try disk.write(data, path) }
    func keep(_ data: Data, of path: String, in other: String) throws { try disk.keep(data, of: path, in: other) }
    func remove(_ path: String) throws { try disk.remove(path) }
    func isForbidden(_ path: String) -> Bool { disk.isForbidden(path) }
    func move(_ path: String, to other: String) throws { try disk.move(path, to: other) }

    func watch(
        _ path: String, changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable (any Error) -> Void
    ) throws -> SharedSubscription { SharedSubscription {} }
}

@Suite(.dependencies { $0.defaultFileStorage = FileStorage(UntoldFiles()) }) struct ChannelTableTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H9 a link that was turned is followed, also where its former file is opened before that is seen`() async throws {
        let link = folder.file("link.json").path
        for (name, text) in [("a.json", "1"), ("b.json", "2")] { try Data(text.utf8).write(to: folder.file(name)) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.json")
        @Shared(.fileStorage(folder.file("link.json"))) var linked = 0
        #expect(linked == 1)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b.json")
        @Shared(.fileStorage(folder.file("a.json"))) var former = 0
        try await $linked.load()
        #expect(linked == 2 && former == 1)
        $linked.withLock { $0 = 3 }
        $former.withLock { $0 = 4 }
        try await $linked.save()
        try await $former.save()
        #expect(folder.text("a.json") == "4" && folder.text("b.json") == "3")
    }
}
