import DepotTesting
import Foundation
import Testing

/// Two processes and one file.
@Suite(.serialized) struct FileChannelTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H9 two processes that write one file end with the same value`() throws {
        let rounds = stressRounds(300, full: 2_000)
        let one = try Probe("duel", folder.file().path, "one", "\(rounds)")
        let two = try Probe("duel", folder.file().path, "two", "\(rounds)")
        for probe in [one, two] { #expect(probe.line() == "ready") }
        for probe in [one, two] { probe.send("go") }
        for probe in [one, two] { #expect(probe.line() == "done") }
        // Both have written; a change is seen within a second.
        var ends: [String?] = []
        let deadline = ContinuousClock().now.advanced(by: patience)
        repeat {
            for probe in [one, two] { probe.send("?") }
            ends = [one.line(), two.line()]
        } while (ends[0] != ends[1] || folder.text() != "\"\(ends[0] ?? "")\"") && ContinuousClock().now < deadline
        #expect(ends[0] == ends[1])
        #expect(folder.text() == "\"\(ends[0] ?? "")\"")
        #expect(ends[0]?.hasSuffix(" \(rounds - 1)") == true)
    }

    @Test func `H9 two processes see each other's changes, and no write is echoed`() throws {
        let one = try Probe("append", folder.file().path)
        let two = try Probe("append", folder.file().path)
        #expect(one.line() == "" && two.line() == "")
        var expected: [String] = []
        for number in 0..<20 {
            expected.append("\(number)")
            (number.isMultiple(of: 2) ? one : two).send("\(number)")
            for probe in [one, two] { #expect(probe.line() == expected.joined(separator: ",")) }
        }
        #expect(one.output() == "" && two.output() == "")
    }
}
