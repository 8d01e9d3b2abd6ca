import DepotSharing
import DepotValues
import Foundation

/// `popcorn watch`: the list of known accounts, and then each change that another popcorn process makes to it.
struct WatchCommand: Command {
    /// How long; nil until standard input ends.
    let time: Duration?

    func run() async throws(Problem) {
        @Shared(.knownAccounts) var accounts
        try AccountsCommand.check($accounts)
        await watch($accounts) { line in
            // Not by `print`, whose lines wait in a buffer where somebody reads a pipe.
            FileHandle.standardOutput.write(Data("\(line)\n".utf8))
        }
    }

    /// Says what the list is and how it changes, until the time is up.
    func watch(_ accounts: Shared<[KnownAccount]>, say: @escaping @Sendable (String) -> Void) async {
        await withTaskGroup { group in
            group.addTask {
                var last: [KnownAccount]?
                for await accounts in accounts.values {
                    let lines = last.map { AccountList.changes(from: $0, to: accounts) } ?? AccountList.lines(of: accounts)
                    for line in lines { say(line) }
                    last = accounts
                }
            }
            group.addTask { await waitForTheEnd() }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForTheEnd() async {
        guard let time else { return await StandardInput.end() }
        @Dependency(\.continuousClock) var clock
        try? await clock.sleep(for: time)
    }
}
