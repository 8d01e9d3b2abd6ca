import Foundation
import Testing

@testable import popcorn

struct FileTests {
    private let home: TemporaryHome
    private let file: JSONFile<[String: Int]>

    init() throws {
        home = try TemporaryHome()
        file = JSONFile(title: "numbers", url: home.file("deep/down/numbers.json"), empty: [:])
    }

    @Test func `a file that does not exist stands for the empty value, and reading makes none`() throws {
        #expect(try file.read() == [:])
        #expect(home.text(of: "deep/down/numbers.json") == nil)
    }

    @Test func `a change is on disk, readable by the user alone`() throws {
        try file.update { $0["one"] = 1 }.get()
        #expect(try file.read() == ["one": 1])
        #expect(try home.mode(of: "deep/down/numbers.json") == 0o600)
        #expect(try home.mode(of: "deep/down") == 0o700)
        #expect(home.text(of: "deep/down/numbers.json.new") == nil)
    }

    @Test func `a change that throws leaves the file as it was`() throws {
        try file.update { $0["one"] = 1 }.get()
        let result = try file.update { (numbers) throws(CancellationError) in
            numbers["two"] = 2
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(try file.read() == ["one": 1])
    }

    @Test(arguments: ["", "{", #"{"one": "uno"}"#])
    func `a damaged file is an error that says where it is, and is never overwritten`(text: String) throws {
        try file.update { $0["one"] = 1 }.get()
        try home.edit("deep/down/numbers.json") { _ in text }

        for attempt in [{ _ = try file.read() }, { try file.update { $0 = [:] }.get() }] as [() throws -> Void] {
            let problem = #expect(throws: Problem.self) { try attempt() }
            #expect(
                problem?.description == """
                    The file with the numbers is damaged.
                      where: \(home.file("deep/down/numbers.json").path)
                      fix:   repair it or move it aside; popcorn has not changed it, and makes a new one when there is none.
                    """)
        }
        #expect(home.text(of: "deep/down/numbers.json") == text)
    }

    @Test func `a place that cannot be written is an error that says so`() throws {
        try Data().write(to: home.file("deep"))
        let problem = #expect(throws: Problem.self) { try file.update { $0["one"] = 1 }.get() }
        #expect(
            problem?.description == """
                The directory for the numbers cannot be made.
                  where: \(home.file("deep/down").path)
                  fix:   make it accessible to you, or choose another directory with --home DIR.
                """)
    }

    @Test func `a hundred changes at once are all kept`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { try file.update { $0["\(number)"] = number }.get() }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().count == 100)
    }
}
