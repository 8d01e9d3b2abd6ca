import DepotSharing
import DepotTesting
import DepotValues
import Foundation
import Testing

@testable import popcorn

@MainActor
struct WatchCommandTests {
    @Test func `it says the list first, then what another process writes, until the time is up`() async throws {
        let clock = TestClock()
        let (said, say) = AsyncStream.makeStream(of: String.self)
        try await withDependencies {
            $0.continuousClock = clock
        } operation: { () async throws in
            @Shared(.knownAccounts) var accounts
            @Dependency(\.defaultFileStorage) var files
            @Dependency(\.knownAccountsFile) var file
            let watched = $accounts
            let watch = Task {
                defer { say.finish() }
                try await WatchCommand(time: .seconds(10)).watch(watched) { say.yield($0) }
            }
            var lines = said.makeAsyncIterator()
            #expect(await lines.next() == "No account is known here. Make one: popcorn sign-up NAME")

            #expect(throws: Never.self) {
                try files.write(JSONEncoder.popcorn.encode([KnownAccount(name: "ada", since: .newYear, isLoggedIn: true)]), to: file)
            }
            #expect(await lines.next() == "ada is new here.")
            #expect(await lines.next() == "ada logged in.")

            await clock.sleepers(1)
            await clock.advance(by: .seconds(10))
            #expect(await lines.next() == nil)
            try await watch.value
        }
    }

    @Test func `it ends when nobody can be told any more`() async {
        @Shared(.knownAccounts) var accounts
        let full = Problem(.fileAccess, "The output cannot be written.", at: "standard output", fix: "make room.")
        let watched = $accounts
        await #expect(throws: full) {
            try await withDependencies {
                $0.continuousClock = TestClock()
            } operation: {
                try await WatchCommand(time: .seconds(10)).watch(watched) { (_) throws(Problem) in throw full }
            }
        }
    }
}
