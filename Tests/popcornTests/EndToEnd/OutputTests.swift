import Foundation
import Testing

@testable import popcorn

/// What happens when nobody can read what is said.
struct OutputTests {
    private let popcorn: PopcornProcess

    init() throws {
        popcorn = try PopcornProcess()
    }

    #if os(Linux)
        @Test(arguments: [
            ["accounts"], ["help"], ["--version"], ["settings"], ["graph"], ["graph", "--format", "json"], ["demo"], ["watch"],
        ])
        func `output that cannot be written is an error`(command: [String]) async throws {
            let run = try await popcorn.run(command, script: "\"$@\" > /dev/full")
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    popcorn: The output cannot be written: no space left on device.
                      where: standard output
                      fix:   make room or choose another place for it; what the command does besides is done.

                    """)
        }

        @Test func `an error that cannot be told is still one, and no crash`() async throws {
            #expect(try await popcorn.run(["whoami"], script: "\"$@\" 2> /dev/full").status == 1)
            #expect(try await popcorn.run(["dance"], script: "\"$@\" 2> /dev/full").status == 2)
            _ = try await popcorn.run("settings", "verbose", "on")
            #expect(try await popcorn.run(["sign-up", "ada"], script: "\"$@\" 2> /dev/full").status == 0)
        }
    #endif

    @Test func `what is said never lands in a file that popcorn opens`() async throws {
        let closed = try await popcorn.run(["sign-up", "ada"], script: "\"$@\" >&- 2>&-")
        #expect(closed.status == 1)
        let files = try FileManager.default.subpathsOfDirectory(atPath: popcorn.home.url.path)
        for file in files { #expect(popcorn.home.text(of: file)?.contains("Welcome") != true) }
        #expect(try await popcorn.run("login", "ada").output == "Logged in as ada.\n")
    }

    @Test func `the version is that of the package`() async throws {
        let run = try await popcorn.run("--version")
        #expect(run.output == "popcorn \(VersionCommand.version)\n")
        #expect(run.status == 0)
    }
}
