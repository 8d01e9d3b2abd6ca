import DepotTesting
import Foundation
import Testing

struct PageOnDisk: Decodable {
    var number: Int
    var lines: [String]
}

/// What happens to files when processes end, are killed, or are several.
@Suite(.serialized) struct ProcessTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H7 killed at any moment, the file is whole`() throws {
        var last = -1
        for round in 0..<(isStress ? 1000 : 20) {
            let probe = try Probe("write-forever", folder.file().path)
            #expect(probe.line() == "ready")
            usleep(UInt32.random(in: 0..<20_000))
            probe.kill()
            guard let data = try? Data(contentsOf: folder.file()) else { continue }
            let page = try JSONDecoder().decode(PageOnDisk.self, from: data)
            #expect(page.lines == Array(repeating: "line of page \(page.number)", count: 2000), "round \(round)")
            #expect(page.number >= last)
            last = page.number
        }
        #expect(last > 0)
        // What the killed ones left behind goes with the next write.
        #expect(try Probe("write-and-exit", folder.file().path, "end").output() == "")
        #expect(folder.names.filter { $0.hasPrefix(".") } == [])
    }

    @Test func `H6 a write right before a normal exit is there`() throws {
        for round in 0..<(isStress ? 100 : 10) {
            #expect(try Probe("write-and-exit", folder.file().path, "round \(round)").output() == "")
            #expect(folder.text() == "\"round \(round)\"")
        }
    }

    @Test func `H6 user defaults are written at a normal exit`() throws {
        let key = "depot.sharing.tests.\(UUID().uuidString)"
        #expect(try Probe("default-and-exit", key, "first").output() == "\n")
        #expect(try Probe("default-and-exit", key, "").output() == "first\n")
    }

    @Test func `H9 two processes that write one file end with the same value`() throws {
        let one = try Probe("duel", folder.file().path, "one", isStress ? "6000" : "300")
        let two = try Probe("duel", folder.file().path, "two", isStress ? "6000" : "300")
        for probe in [one, two] { #expect(probe.line() == "ready") }
        for probe in [one, two] { probe.send("go") }
        for probe in [one, two] { #expect(probe.line() == "done") }
        // Both have written; a change is seen within a second.
        var ends: [String?] = []
        let deadline = Date().addingTimeInterval(10)
        repeat {
            for probe in [one, two] { probe.send("?") }
            ends = [one.line(), two.line()]
        } while (ends[0] != ends[1] || folder.text() != "\"\(ends[0] ?? "")\"") && Date() < deadline
        #expect(ends[0] == ends[1])
        #expect(folder.text() == "\"\(ends[0] ?? "")\"")
        #expect(ends[0]?.hasSuffix(isStress ? " 5999" : " 299") == true)
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

    @Test func `H8 a file that may not be read is kept, and a directory that may not be written is an error`() throws {
        try Data("\"secret\"".utf8).write(to: folder.file("secret.json"))
        try FileManager.default.createDirectory(at: folder.file("closed"), withIntermediateDirectories: true)
        let rights: [(String, Int)] = [("secret.json", 0o000), ("closed", 0o555), ("", 0o777)]
        for (name, mode) in rights {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
        }
        #expect(
            try Probe("as-nobody", folder.url.path).output() == """
                unreadable: default read: Permission denied
                unreadable, written: no error
                read-only: written: Permission denied
                read-only: kept in memory written: Permission denied

                """)
        #expect(folder.text("secret.json") == "\"mine\"")
        #expect(folder.text("secret.json.corrupt") == "\"secret\"")
    }

    @Test func `H13 a million writes with nobody observing and no main run loop leave memory flat`() throws {
        let text = try Probe("million", isStress ? "1000000" : "100000").output()
        let grown = try #require(Int(text.split(separator: " ").dropFirst(2).first ?? ""))
        #expect(grown < 1024, "\(text)")
    }

    @Test func `H8 what does not fit leaves the old file, and the next save tries again`() throws {
        try Data("\"old\"".utf8).write(to: folder.file())
        #expect(
            try Probe("small-disk", folder.file().path).output() == """
                large: written: File too large
                in memory: 10000
                then: no error

                """)
        #expect(folder.text() == "\"small\"")
        #expect(folder.names == ["value.json"])
    }
}
