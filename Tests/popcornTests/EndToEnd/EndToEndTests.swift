import Foundation
import Testing

@testable import popcorn

struct EndToEndTests {
    private let popcorn: PopcornProcess

    init() throws {
        popcorn = try PopcornProcess()
    }

    @Test func `sign-up, login, whoami, refresh and log-out work together over separate runs`() async throws {
        let signUp = try await popcorn.run("sign-up", "ada")
        #expect(signUp.output == "Welcome, ada. Log in with: popcorn login ada\n")
        let login = try await popcorn.run("login", "ada")
        #expect(login.output == "Logged in as ada.\n")
        let whoAmI = try await popcorn.run("whoami")
        #expect(whoAmI.output.hasPrefix("ada, with popcorn since 2"))
        let refresh = try await popcorn.run("refresh")
        #expect(refresh.output.hasPrefix("ada has new tokens; the access token is good until 2"))
        let logOut = try await popcorn.run("log-out")
        #expect(logOut.output == "Logged out ada.\n")
        let nobody = try await popcorn.run("whoami")
        #expect(nobody.status == 1)
        #expect(
            nobody.errors == """
                popcorn: Nobody is logged in.
                  where: this machine's keychain
                  fix:   log in: popcorn login NAME, or popcorn social-login PROVIDER NAME

                """)
        for run in [signUp, login, whoAmI, refresh, logOut] {
            #expect(run.status == 0)
            #expect(run.errors == "")
        }
    }

    @Test func `a social login works twice from one home`() async throws {
        for _ in 0..<2 {
            let login = try await popcorn.run("social-login", "cinepass", "ada")
            #expect(login.output == "Logged in as ada@cinepass.\n")
        }
    }

    @Test func `a wrong password is refused`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        let login = try await popcorn.run("login", "ada", password: "one ticket, please")
        #expect(login.status == 1)
        #expect(login.output == "")
        #expect(
            login.errors == """
                popcorn: The name or the password is wrong.
                  where: POST /login, \(backend)
                  fix:   check the spelling and type it again, or make another account with: popcorn sign-up NAME

                """)
    }

    @Test func `a taken name is refused, and its password stays`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        let signUp = try await popcorn.run("sign-up", "ada", password: "a thief's password")
        #expect(signUp.status == 1)
        #expect(
            signUp.errors == """
                popcorn: The name "ada" is taken.
                  where: POST /sign-up, \(backend)
                  fix:   choose another name, or, if it is yours: popcorn login NAME

                """)
        #expect(try await popcorn.run("login", "ada").status == 0)
    }

    @Test func `a sign-up without a password fails, and goes on later where it was`() async throws {
        let first = try await popcorn.run("sign-up", "ada", password: "")
        #expect(first.status == 1)
        #expect(
            first.errors == """
                popcorn: There is no password.
                  where: standard input
                  fix:   type it, pipe it in as one line, or set POPCORN_PASSWORD.

                """)
        #expect(try await popcorn.run("sign-up").output == "Welcome, ada. Log in with: popcorn login ada\n")
    }

    @Test func `an expired access token is refreshed by itself`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        try expire("accessExpires")
        let whoAmI = try await popcorn.run("whoami")
        #expect(whoAmI.status == 0)
        #expect(whoAmI.output.hasPrefix("ada, "))
    }

    @Test func `an expired login is told as one`() async throws {
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        try expire("accessExpires")
        try expire("refreshExpires")
        let whoAmI = try await popcorn.run("whoami")
        #expect(whoAmI.status == 1)
        #expect(
            whoAmI.errors == """
                popcorn: The login has expired: it was not used for 30 days.
                  where: POST /refresh, \(backend)
                  fix:   log in again: popcorn login NAME, or popcorn social-login PROVIDER NAME

                """)
    }

    @Test(arguments: [
        ("backend/accounts.json", "accounts", "login"), ("backend/sessions.json", "logins", "login"),
        ("keychain.json", "keychain", "login"),
    ])
    func `a damaged file is told, and never overwritten`(path: String, title: String, command: String) async throws {
        _ = try await popcorn.run("sign-up", "ada")
        _ = try await popcorn.run("login", "ada")
        try popcorn.home.edit(path) { String($0.dropLast(5)) }
        let damaged = popcorn.home.text(of: path)

        let run = try await popcorn.run(command, "ada")

        #expect(run.status == 1)
        #expect(
            run.errors == """
                popcorn: The file with the \(title) is damaged.
                  where: \(popcorn.home.file(path).path)
                  fix:   repair it or move it aside; popcorn has not changed it, and makes a new one when there is none.

                """)
        #expect(popcorn.home.text(of: path) == damaged)
    }

    @Test func `a server that nobody runs is told as unreachable`() async throws {
        // Port 1 of the loopback: nothing listens there.
        let login = try await popcorn.run("login", "ada", "--server", "http://127.0.0.1:1")
        #expect(login.status == 1)
        #expect(
            login.errors == """
                popcorn: The server cannot be reached: it refuses the connection.
                  where: POST /login, the server at http://127.0.0.1:1
                  fix:   start the server or correct its address; without --server and POPCORN_SERVER the accounts are kept in files here.

                """)
    }

    @Test func `a command line that is not understood exits with 2`() async throws {
        let run = try await popcorn.run("dance")
        #expect(run.status == 2)
        #expect(
            run.errors == """
                popcorn: popcorn has no command "dance".
                  where: the command line
                  fix:   see: popcorn --help

                """)
    }

    @Test func `help names every command`() async throws {
        let help = try await popcorn.run("--help")
        #expect(help.status == 0)
        for command in [
            "sign-up", "login", "social-login", "whoami", "refresh", "log-out", "accounts", "watch", "settings", "graph", "demo", "help",
        ] {
            #expect(help.output.contains("\n  popcorn \(command) "))
        }
    }

    @Test func `the demo goes through all its chapters and leaves nothing behind`() async throws {
        let demo = try await popcorn.run("demo")
        #expect(demo.status == 0)
        #expect(demo.errors == "")
        for line in [
            "23 services", "that of another, meanwhile         → GET /me → 200", "✓ the account \"ada\" exists",
            "✗ The name \"ada\" is taken.", "✗ The name or the password is wrong.",
            "✓ logged in as grace@cinepass", "refreshed on the way", "number 0002 before, 0002 after",
            "ada, here since 2026-01-01, logged in", "grace@cinepass logged in.", "✗ There is no network.",
            "yes, one on the mock", "bob, with popcorn since 2026-01-01.",
            "is it the very one from before?    → yes", "resolve the login screen",
        ] {
            #expect(demo.output.contains(line))
        }
        #expect(!demo.output.contains("two tickets"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: popcorn.home.url.path) == [])
    }

    private var backend: String { "the embedded backend in \(popcorn.home.file("backend").path)" }

    /// Sets a date of every login to a time long past.
    private func expire(_ date: String) throws {
        try popcorn.home.edit("backend/sessions.json") { text in
            text.replacing(try Regex("\"\(date)\" : \"[^\"]*\""), with: "\"\(date)\" : \"2001-01-01T00:00:00Z\"")
        }
    }
}
