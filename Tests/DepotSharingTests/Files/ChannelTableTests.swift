import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import DepotSharing

/// On a disk whose changes are heard of by who looks alone.
@Suite(.dependencies { $0.defaultFileStorage = FileStorage(WatchedFiles { _, _ in SharedSubscription {} }) }) struct ChannelTableTests {
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
