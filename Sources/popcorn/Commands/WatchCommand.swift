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
        try await watch($accounts) { (line) throws(Problem) in try StandardOutput.say(line) }
    }

    /// Says what the list is and how it changes, until the time is up.
    func watch(
        _ accounts: Shared<[KnownAccount]>, say: @escaping @Sendable (String) throws(Problem) -> Void
    ) async throws(Problem) {
        let outcome = await withTaskGroup(of: Result<Void, Problem>.self) { group in
            group.addTask {
                do throws(Problem) {
                    try await tell(accounts, say)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await waitForTheEnd()
                return .success(())
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
        try outcome.get()
    }

    private func tell(_ accounts: Shared<[KnownAccount]>, _ say: (String) throws(Problem) -> Void) async throws(Problem) {
        var last: [KnownAccount]?
        for await accounts in accounts.values {
            let lines = last.map { AccountList.changes(from: $0, to: accounts) } ?? AccountList.lines(of: accounts)
            for line in lines { try say(line) }
            last = accounts
        }
    }

    private func waitForTheEnd() async {
        guard let time else { return await StandardInput.end() }
        @Dependency(\.continuousClock) var clock
        try? await clock.sleep(for: time)
    }
}
