import DepotValues
import Foundation
import XCTest

@testable import popcorn

/// By XCTest, because its tests run alone: a client's time limit counts while other tests fill every thread.
final class ServerTests: XCTestCase {
    func testTheSameAppWorksOverHTTPAndShowsAServerOnlyTheTokensThatItGave() async throws {
        let popcorn = try PopcornProcess()
        let serverHome = try TemporaryHome()
        let clock = TurnableDate(Date())
        let server = try withDependencies {
            $0.date = clock.generator
            $0.uuid = .incrementing
        } operation: {
            try LoopbackServer(backend: Backend(directory: serverHome.url, hasher: PlatformPasswordHasher()))
        }
        defer { server.stop() }
        let url = server.url.absoluteString

        let signUp = try await popcorn.run("sign-up", "ada", "--server", url)
        XCTAssertEqual(signUp.errors, "")
        let login = try await popcorn.run("login", "ada", "--server", url)
        XCTAssertEqual(login.output, "Logged in as ada.\n")
        clock.turn(minutes: 16)
        let whoAmI = try await popcorn.run("whoami", "--server", url)
        XCTAssertTrue(whoAmI.output.hasPrefix("ada, with popcorn since "), whoAmI.output + whoAmI.errors)

        let taken = try await popcorn.run("sign-up", "ada", "--server", url)
        XCTAssertEqual(taken.status, 1)
        XCTAssertEqual(
            taken.errors,
            """
            popcorn: The name "ada" is taken.
              where: POST /sign-up, the server at \(url)
              fix:   choose another name, or, if it is yours: popcorn login NAME

            """)
        let embedded = try await popcorn.run("whoami")
        XCTAssertEqual(embedded.status, 1, "the embedded backend has a keychain of its own")
        let logOut = try await popcorn.run("log-out", "--server", url)
        XCTAssertEqual(logOut.output, "Logged out ada.\n")
        XCTAssertNil(popcorn.home.text(of: "backend/accounts.json"))
    }
}
