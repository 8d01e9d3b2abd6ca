import DepotTesting
import Foundation
import Testing

/// What a process leaves in user defaults when it ends.
@Suite(.serialized) struct UserDefaultsFlushTests {
    @Test func `H6 user defaults are written at a normal exit`() throws {
        let folder = try Folder()
        #expect(try Probe(home: folder.url, "default-and-exit", "key", "first").output() == "\n")
        #expect(try Probe(home: folder.url, "default-and-exit", "key", "").output() == "first\n")
    }
}
