import Foundation
import Testing

@testable import popcorn

struct ServerTests {
    @Test func `the same app works over HTTP, and shows a server only the tokens that it gave`() async throws {
        let popcorn = try PopcornProcess()
        let serverHome = try TemporaryHome()
        let clock = TurnableClock(start: Date())
        let server = try LoopbackServer(
            backend: Backend(directory: serverHome.url, clock: clock, hasher: PlatformPasswordHasher()))
        defer { server.stop() }
        let url = server.url.absoluteString

        #expect(try await popcorn.run("sign-up", "ada", "--server", url).errors == "")
        #expect(try await popcorn.run("login", "ada", "--server", url).output == "Logged in as ada.\n")
        clock.turn(minutes: 16)
        #expect(try await popcorn.run("whoami", "--server", url).output.hasPrefix("ada, with popcorn since "))

        let taken = try await popcorn.run("sign-up", "ada", "--server", url)
        #expect(taken.status == 1)
        #expect(
            taken.errors == """
                popcorn: The name "ada" is taken.
                  where: POST /sign-up, the server at \(url)
                  fix:   choose another name, or, if it is yours: popcorn login NAME

                """)
        #expect(try await popcorn.run("whoami").status == 1, "the embedded backend has a keychain of its own")
        #expect(try await popcorn.run("log-out", "--server", url).output == "Logged out ada.\n")
        #expect(popcorn.home.text(of: "backend/accounts.json") == nil)
    }
}
