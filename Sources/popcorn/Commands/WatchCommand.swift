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
        // Before anything can end, so that the list is always there.
        let first = accounts.wrappedValue
        for line in AccountList.lines(of: first) { try say(line) }
        let outcome = await withTaskGroup(of: Result<Void, Problem>.self) { group in
            group.addTask {
                do throws(Problem) {
                    try await tell(accounts, since: first, say)
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

    private func tell(
        _ accounts: Shared<[KnownAccount]>, since first: [KnownAccount], _ say: (String) throws(Problem) -> Void
    ) async throws(Problem) {
        var last = first
        for await accounts in accounts.values {
            for line in AccountList.changes(from: last, to: accounts) { try say(line) }
            last = accounts
        }
    }

    private func waitForTheEnd() async {
        guard let time else { return await StandardInput.end() }
        @Dependency(\.continuousClock) var clock
        try? await clock.sleep(for: time)
    }
}
