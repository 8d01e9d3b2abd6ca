import DepotTesting
import Foundation
import Testing

@testable import DepotSharing

/// What the probe writes.
private struct PageOnDisk: Decodable {
    var number: Int
    var lines: [String]
}

/// What is in a file whose writer is killed, or has no room.
@Suite(.serialized) struct AtomicFileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `H7 killed at any moment, the file is whole`() throws {
        var last = -1
        for round in 0..<stressRounds(20, full: 500) {
            let probe = try Probe("write-forever", folder.file().path)
            #expect(probe.line() == "ready")
            // It says when it begins a write, so that the end comes in the middle of one.
            for _ in 0..<Int.random(in: 1...20) {
                #expect(probe.line() == "writing")
                // Who reads meanwhile is as good as a kill, and looks more often.
                last = try wholePage(notBefore: last, round)
            }
            probe.kill()
            last = try wholePage(notBefore: last, round)
        }
        #expect(last > 0)
        // What the killed ones left behind goes with the next write.
        #expect(try Probe("write-and-exit", folder.file().path, "end").output() == "")
        #expect(folder.names.filter { $0.hasPrefix(".") } == [])
    }

    /// The number of the page that is in the file, which is there as a whole; the last one where there is no file.
    private func wholePage(notBefore last: Int, _ round: Int) throws -> Int {
        guard let data = try? Data(contentsOf: folder.file()) else { return last }
        let page = try JSONDecoder().decode(PageOnDisk.self, from: data)
        #expect(page.lines == Array(repeating: "line of page \(page.number)", count: 2000), "round \(round)")
        #expect(page.number >= last)
        return page.number
    }

    @Test func `H8 what does not fit leaves the old file, and the next save tries again`() throws {
        try Data("\"old\"".utf8).write(to: folder.file())
        // By a name, so that what it said is told where it is not this.
        let said = try Probe("small-disk", folder.file().path).output()
        #expect(
            said == """
                large: written: File too large
                in memory: 10000
                then: no error

                """)
        #expect(folder.text() == "\"small\"")
        #expect(folder.names == ["value.json"])
    }

    #if os(Linux)
        @Test func `H8 a disk that is full leaves the old file, and the next save tries again`() throws {
            // A disk of 64 KiB of the probe's own. Where a process may mount none, the limit of a file's size, which every
            // process may set itself, is what the test above meets.
            guard let probe = try Probe(onDiskOf: "64k", at: folder.url, "full-disk", folder.file().path) else { return }
            #expect(
                probe.output() == """
                    old: no error
                    large: written: No space left on device
                    in memory: 100000
                    on the disk: "old"
                    then: no error
                    on the disk: "small"
                    files: value.json

                    """)
        }

        @Test func `H8 C9 a directory that is there and takes no file is an error that says why`() {
            let error = #expect(throws: SharedError.self) { _ = try TemporaryFile(for: "/proc/value.json", mode: 0o644) }
            #expect(error?.description.contains("Reason: No such file or directory") == true)
        }
    #endif

    @Test func `H7 C9 of a file that is mounted by itself the error says so, and what to do`() {
        let busy = SharedError.posix("/app/config.json", "written", EBUSY).description
        #expect(
            busy == """
                Depot: the file of a shared property cannot be written.
                  File:   /app/config.json
                  Reason: It is mounted by itself, as one file of a container, so no new file can take its name. Mount its directory.
                The value is kept in memory. See to the path, its permissions and the space on the disk; the next write or
                save() tries again.
                """)
        #expect(SharedError.posix("/app/config.json", "written", ENOSPC).description.contains("No space left on device"))
    }
}
