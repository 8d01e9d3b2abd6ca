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
        await withDependencies {
            $0.continuousClock = clock
        } operation: {
            @Shared(.knownAccounts) var accounts
            @Dependency(\.defaultFileStorage) var files
            @Dependency(\.knownAccountsFile) var file
            let watched = $accounts
            let watch = Task {
                await WatchCommand(time: .seconds(10)).watch(watched) { say.yield($0) }
                say.finish()
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
            await watch.value
        }
    }
}
