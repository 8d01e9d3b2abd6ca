import DepotTesting
import Foundation
import Testing

/// What a process writes when it ends.
@Suite(.serialized) struct AtExitTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H6 a write right before a normal exit is there`() throws {
        for round in 0..<(isStress ? 100 : 10) {
            #expect(try Probe("write-and-exit", folder.file().path, "round \(round)").output() == "")
            #expect(folder.text() == "\"round \(round)\"")
        }
    }
}
