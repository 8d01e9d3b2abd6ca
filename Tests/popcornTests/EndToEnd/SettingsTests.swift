import Foundation
import Testing

@testable import popcorn

/// What is kept between runs, by real processes.
struct SettingsTests {
    private let popcorn: PopcornProcess

    init() throws {
        popcorn = try PopcornProcess()
    }

    @Test func `who logged in last is who a login without a name is for`() async throws {
        let none = try await popcorn.run("login")
        #expect(none.status == 2)
        #expect(
            none.errors == """
                popcorn: Nobody has logged in here yet.
                  where: the command line
                  fix:   write: popcorn login NAME

                """)
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        #expect(try await popcorn.run("login").output == "Logged in as ada.\n")
        #expect(try await popcorn.run("settings").output == "name: ada\nverbose: off\n")
        #expect(try await popcorn.run("settings", "name", "").output == "name: (none)\nverbose: off\n")
        #expect(try await popcorn.run("login").status == 2)
    }

    @Test func `a popcorn that is verbose shows its requests, on standard error`() async throws {
        #expect(try await popcorn.run("settings", "verbose", "on").output == "name: (none)\nverbose: on\n")
        let signUp = try await popcorn.run("sign-up", "ada")
        #expect(signUp.output == "Welcome, ada. Log in with: popcorn login ada\n")
        #expect(signUp.errors == "popcorn: POST /sign-up → 201, the embedded backend in \(popcorn.home.file("backend").path)\n")
    }

    @Test func `everything that is kept is in the home directory, for the user alone`() async throws {
        _ = try await popcorn.run("settings", "verbose", "on")
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        let files = try FileManager.default.subpathsOfDirectory(atPath: popcorn.home.url.path).sorted()
        #expect(
            files == [
                "backend", "backend/accounts.json", "backend/sessions.json", "keychain.json", "known-accounts.json", "settings.plist",
            ])
        for file in files where file != "backend" { #expect(try popcorn.home.mode(of: file) == 0o600, "\(file)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: popcorn.userHome.url.path) == [])
        #expect(try await PopcornProcess().run("settings").output == "name: (none)\nverbose: off\n", "another home has its own")
    }

    @Test func `a damaged list is told, and kept beside the new one that a login begins`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        try Data("[{".utf8).write(to: popcorn.home.file("known-accounts.json"))
        for command in [["accounts"], ["watch", "--for", "0"]] {
            let run = try await popcorn.run(command)
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    popcorn: The list of known accounts cannot be read.
                      where: \(popcorn.home.file("known-accounts.json").path)
                      fix:   repair it or remove it; the next sign-up or login begins a new one and keeps this one beside it.

                    """)
        }
        #expect(try await popcorn.run("login", "ada").output == "Logged in as ada.\n")
        #expect(try await popcorn.run("accounts").output.hasSuffix(", logged in\n"))
        #expect(popcorn.home.text(of: "known-accounts.json.corrupt") == "[{")
    }
}
