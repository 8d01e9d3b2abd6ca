import Foundation
import XCTest

@testable import popcorn

/// By XCTest, because its tests run alone: how soon a change is seen is no matter of luck then.
final class WatchTests: XCTestCase {
    func testAWatcherSeesWhatAnotherProcessDoesWithinASecond() async throws {
        let popcorn = try PopcornProcess()
        let watcher = try popcorn.start("watch")
        let first = await watcher.line()
        XCTAssertEqual(first, "No account is known here. Make one: popcorn sign-up NAME")

        let steps = [
            (["sign-up", "ada"], "ada is new here."), (["login", "ada"], "ada logged in."), (["log-out"], "ada logged out."),
        ]
        var fastest = Duration.seconds(60)
        for (command, line) in steps {
            let run = try await popcorn.run(command)
            let end = ContinuousClock.now
            XCTAssertEqual(run.errors, "")
            let seen = await watcher.line()
            XCTAssertEqual(seen, line)
            fastest = min(fastest, ContinuousClock.now - end)
        }
        // The fastest of them, because the machine may be busy.
        XCTAssertLessThan(fastest, .seconds(1))

        let status = try await watcher.end()
        XCTAssertEqual(status, 0)
    }

    func testAWatchForATimeBeginsWithTheListAndEndsByItself() async throws {
        let popcorn = try PopcornProcess()
        _ = try await popcorn.run("sign-up", "ada")
        let run = try await popcorn.run("watch", "--for", "0.1")
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(run.output.hasPrefix("ada, here since 2"), run.output)
        XCTAssertEqual(run.errors, "")
    }

    func testTwentySignUpsAtOnceAreAllOnTheList() async throws {
        let popcorn = try PopcornProcess()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { _ = try await popcorn.run("sign-up", "user-\(number)") }
            }
            try await group.waitForAll()
        }
        let accounts = try await popcorn.run("accounts")
        XCTAssertEqual(accounts.output.split(separator: "\n").count, 20, accounts.output)
    }
}
