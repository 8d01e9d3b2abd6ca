import Foundation
import Testing

@testable import popcorn

struct SystemOpenerTests {
    private let home: TemporaryHome
    private let file: URL

    init() throws {
        home = try TemporaryHome()
        file = home.file("graph with spaces.svg")
    }

    @Test(arguments: ["open", "xdg-open"])
    func `the program that there is gets the file`(name: String) throws {
        try home.program(name, "#!/bin/sh\nprintf '%s' \"$1\" > '\(home.file("opened").path)'\n")
        try SystemOpener(programs: Programs(directories: [home.url.path])).open(file)
        #expect(home.text(of: "opened") == file.path)
    }

    @Test func `where there is none, it says what to do`() {
        let problem = #expect(throws: Problem.self) { try SystemOpener(programs: Programs(directories: [home.url.path])).open(file) }
        #expect(
            problem?.description == """
                There is no program here that opens files: neither open nor xdg-open.
                  where: \(file.path)
                  fix:   open the file yourself, in a browser for example, or install xdg-utils.
                """)
    }

    @Test func `a program that fails is told`() throws {
        try home.program("xdg-open", "#!/bin/sh\nexit 3\n")
        let problem = #expect(throws: Problem.self) { try SystemOpener(programs: Programs(directories: [home.url.path])).open(file) }
        #expect(
            problem?.description == """
                xdg-open could not open the file.
                  where: \(file.path)
                  fix:   open it yourself, in a browser for example.
                """)
    }
}
