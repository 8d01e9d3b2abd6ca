import Foundation
import Testing

@testable import popcorn

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The prompt for a password, at a real terminal.
struct TerminalTests {
    private let popcorn: PopcornProcess

    init() throws {
        popcorn = try PopcornProcess()
    }

    @Test func `a password that is typed twice makes an account, and is never on the screen`() async throws {
        let run = try popcorn.startAtTerminal("sign-up", "ada")
        #expect(await run.wait { $0.screen.hasSuffix("A password for ada: ") })
        #expect(!run.isShowing)
        run.type("two tickets, please\n")
        #expect(await run.wait { $0.screen.hasSuffix("Once more: ") })
        run.type("two tickets, please\n")
        #expect(await run.status() == 0)
        #expect(await run.wait { $0.screen.contains("Welcome, ada.") })
        #expect(!run.screen.contains("tickets"))
        #expect(run.isShowing)
        #expect(try await popcorn.run("login", "ada").status == 0)
    }

    @Test func `^C ends it, and the terminal shows again what is typed`() async throws {
        let run = try popcorn.startAtTerminal("login", "ada")
        #expect(await run.wait { $0.screen.hasSuffix("Password of ada: ") })
        run.type("half a pass\u{03}")
        #expect(await run.status() & 0x7f == SIGINT)
        #expect(run.isShowing)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `being ended by others leaves the terminal as it was`(signal: Int32) async throws {
        let run = try popcorn.startAtTerminal("login", "ada")
        #expect(await run.wait { $0.screen.hasSuffix("Password of ada: ") })
        run.send(signal)
        #expect(await run.status() & 0x7f == signal)
        #expect(run.isShowing)
    }

    @Test func `^Z stops it with a terminal that shows what is typed, and it asks again when it goes on`() async throws {
        let run = try popcorn.startAtTerminal("login", "ada")
        #expect(await run.wait { $0.screen.hasSuffix("Password of ada: ") })
        // The terminal's own ^Z is for processes that have a shell: here it is sent.
        run.send(SIGTSTP)
        #expect(await run.wait { $0.screen.components(separatedBy: "Password of ada: ").count == 3 })
        #expect(!run.isShowing)
        run.type("two tickets, please\n")
        #expect(await run.status() == 1 << 8)
        #expect(run.isShowing)
    }

    @Test func `an end without a password is told`() async throws {
        let run = try popcorn.startAtTerminal("login", "ada")
        #expect(await run.wait { $0.screen.hasSuffix("Password of ada: ") })
        run.type("\u{04}")
        #expect(await run.status() == 1 << 8)
        #expect(await run.wait { $0.screen.contains("popcorn: There is no password.") })
    }
}
