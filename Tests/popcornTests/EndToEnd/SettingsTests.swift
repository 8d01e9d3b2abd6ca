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

    @Test func `a popcorn that is verbose shows its sessions, with what they were given, made and disposed`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        #expect(try await popcorn.run("whoami").errors == "")
        _ = try await popcorn.run("settings", "verbose", "on")
        let lines = try await popcorn.run("whoami").errors.split(separator: "\n").filter { $0.contains("session scope") }
        #expect(lines.first == "popcorn: opened session scope \"ada\", given Account")
        #expect(lines.last?.hasPrefix("popcorn: closed session scope \"ada\", given Account, after ") == true)
        #expect(lines.last?.hasSuffix(": 1 made, 0 disposed") == true)
        #expect(lines.count == 2)
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

    @Test func `a choice that cannot be written is told, and is no success`() async throws {
        // Where the file should be is a directory that cannot be replaced.
        try FileManager.default.createDirectory(at: popcorn.home.file("settings.plist/in"), withIntermediateDirectories: true)
        let run = try await popcorn.run("settings", "verbose", "on")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(
            run.errors.hasSuffix(
                """
                popcorn: The settings cannot be written.
                  where: \(popcorn.home.file("settings.plist").path)
                  fix:   make them accessible to you, or choose another directory with --home DIR.

                """))
        _ = try await popcorn.run("sign-up", "ada")
        let login = try await popcorn.run("login", "ada")
        #expect(login.output == "Logged in as ada.\n")
        #expect(login.errors.contains("popcorn: The settings cannot be written.\n"))
        #expect(login.status == 1)
        #expect(try await popcorn.run("whoami").status == 0)
    }

    @Test func `damaged settings are told, and kept beside the new ones that a choice begins`() async throws {
        let file = popcorn.home.file("settings.plist")
        try Data("garbage".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let told = """
            popcorn: The settings cannot be read.
              where: \(file.path)
              fix:   repair them or remove the file; the next choice or login begins a new one and keeps this one beside it.

            """
        let shown = try await popcorn.run("settings")
        #expect(shown.status == 1)
        #expect(shown.output == "")
        #expect(shown.errors == told)
        let accounts = try await popcorn.run("accounts")
        #expect(accounts.status == 0)
        #expect(accounts.errors == told)
        #expect(popcorn.home.text(of: "settings.plist") == "garbage")

        let mode = try popcorn.home.mode(of: "settings.plist")
        let chosen = try await popcorn.run("settings", "verbose", "on")
        #expect(chosen.status == 0)
        #expect(chosen.output == "name: (none)\nverbose: on\n")
        #expect(chosen.errors == told)
        #expect(popcorn.home.text(of: "settings.plist.corrupt") == "garbage")
        #expect(try popcorn.home.mode(of: "settings.plist.corrupt") == mode)
        #expect(try await popcorn.run("settings").errors == "")
    }

    @Test func `settings that user defaults have written are read`() async throws {
        let data = try PropertyListSerialization.data(fromPropertyList: ["name": "ada", "verbose": true], format: .binary, options: 0)
        try data.write(to: popcorn.home.file("settings.plist"))
        #expect(try await popcorn.run("settings").output == "name: ada\nverbose: on\n")
    }

    @Test func `choices that are made at once are all kept`() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await popcorn.run("settings", "name", "ada") }
            group.addTask { _ = try await popcorn.run("settings", "verbose", "on") }
            try await group.waitForAll()
        }
        #expect(try await popcorn.run("settings").output == "name: ada\nverbose: on\n")
    }

    @Test(arguments: [["accounts"], ["settings"], ["settings", "verbose", "on"], ["sign-up", "ada"], ["watch", "--for", "0"]])
    func `a home that is no directory is told`(command: [String]) async throws {
        let file = popcorn.home.file("file")
        try Data("mine".utf8).write(to: file)
        for home in [file, file.appending(path: "below")] {
            let run = try await popcorn.run(["--home", home.path] + command)
            #expect(run.status == 1)
            #expect(run.output == "")
            #expect(
                run.errors == """
                    popcorn: The home directory cannot be used: not a directory.
                      where: \(home.path)
                      fix:   choose a directory of yours with --home DIR or POPCORN_HOME.

                    """)
        }
        #expect(popcorn.home.text(of: "file") == "mine")
        #expect(try await popcorn.run("--home", file.path, "help").status == 0)
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
