import DepotTesting
import Foundation
import Testing

/// What a process writes when it ends.
@Suite(.serialized) struct AtExitTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H6 a write right before a normal exit is there`() throws {
        for round in 0..<stressRounds(10, full: 50) {
            #expect(try Probe("write-and-exit", folder.file().path, "round \(round)").output() == "")
            #expect(folder.text() == "\"round \(round)\"")
        }
    }

    @Test func `H15 a write that has returned is in the file at exit while others write`() throws {
        for round in 0..<stressRounds(10, full: 100) {
            let last = try #require(Int(Probe("exit-file", folder.file().path).output().dropLast()))
            let stored = try #require(Int(folder.text() ?? ""))
            #expect(stored >= last, "round \(round)")
            try FileManager.default.removeItem(at: folder.file())
        }
    }

    @Test func `H15 a write that has returned is in user defaults at exit while others write`() throws {
        for round in 0..<stressRounds(10, full: 100) {
            // Two processes with one home would overwrite each other's user defaults.
            let last = try #require(Int(Probe(home: folder.url, "exit-defaults", "\(round)").output().dropLast()))
            let stored = try #require(Int(Probe(home: folder.url, "default", "\(round)").output().dropLast()))
            #expect(stored >= last, "round \(round)")
        }
    }

    @Test func `H15 a write that has returned reaches a store of one's own before the exit`() throws {
        for round in 0..<stressRounds(5, full: 50) {
            let last = try #require(Int(Probe("exit-custom", folder.file().path).output().dropLast()))
            let stored = try #require(Int(folder.text() ?? ""))
            #expect(stored >= last, "round \(round)")
            try FileManager.default.removeItem(at: folder.file())
        }
    }

    @Test func `H15 an observer that writes and ends the process loses nothing`() throws {
        let probe = try Probe("exit-in-observer", folder.file().path)
        #expect(probe.line() == "ready")
        try Data("\"changed\"".utf8).write(to: folder.file(), options: .atomic)
        #expect(probe.output() == "")
        #expect(probe.process.terminationReason == .exit && probe.process.terminationStatus == 0)
        #expect(folder.text() == "\"changed seen\"")
    }

    @Test func `H15 two threads that end the process at once lose nothing`() throws {
        for round in 0..<stressRounds(10, full: 100) {
            #expect(try Probe("exit-on-two-threads", folder.file().path).output() == "")
            #expect(folder.text() == "10", "round \(round)")
            try FileManager.default.removeItem(at: folder.file())
        }
    }

    @Test func `H15 a signal that is turned into an exit loses nothing`() throws {
        let probe = try Probe("exit-on-termination", folder.file().path)
        #expect(probe.line() == "ready")
        probe.process.terminate()
        #expect(probe.output() == "")
        #expect(folder.text() == "\"last\"")
    }

    @Test func `H15 an exit while a value is encoded waits for nothing that it is part of`() throws {
        let probe = try Probe("exit-in-save", folder.file().path)
        #expect(probe.output() == "")
        #expect(probe.process.terminationReason == .exit && probe.process.terminationStatus == 0)
    }

    @Test func `H8 what could not be saved is tried again at exit`() throws {
        let path = folder.file("later/value.json").path
        #expect(try Probe("exit-after-failure", path).output() == "failed\n")
        #expect(folder.text("later/value.json") == "\"kept\"")
    }
}
